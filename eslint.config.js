import jsxA11y from 'eslint-plugin-jsx-a11y';
import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'bench/node_modules/', '.queenbook/', 'src/web/data/schema.d.ts'] },
  ...tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      eqeqeq: ['error', 'always', { null: 'ignore' }],
      'no-console': 'error',
      'prefer-const': 'error',
    },
  },
  {
    // Patterns are matched with texts from users. A pattern that backtracks can take quadratic time or longer.
    files: ['src/**'],
    plugins: { regexp },
    rules: {
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential' }],
    },
  },
  {
    files: ['src/**'],
    ignores: ['src/web/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'AssignmentExpression[left.type="MemberExpression"] > :matches(ArrowFunctionExpression, FunctionExpression).right',
          message:
            'V8 allocates a function that is assigned directly to a property in the old generation. Everything that the function references, such as the data of a request, then stays in memory until the next full garbage collection. Assign the function to a variable first.',
        },
      ],
    },
  },
  {
    files: ['src/web/**/*.tsx', 'src/web/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: ['src/web/**/*.tsx'],
    ...jsxA11y.flatConfigs.recommended,
    rules: {
      ...jsxA11y.flatConfigs.recommended.rules,
      // Dialogs, sign-in forms and added fields set the focus on purpose.
      'jsx-a11y/no-autofocus': 'off',
      // Regions that scroll must be reachable by keyboard.
      'jsx-a11y/no-noninteractive-tabindex': ['error', { roles: ['region', 'group'] }],
      // This rule requires aria-selected for a treeitem, but ARIA 1.2 made it optional. axe checks the other roles.
      'jsx-a11y/role-has-required-aria-props': 'off',
      'jsx-a11y/label-has-associated-control': ['error', { depth: 4 }],
    },
  },
  {
    // If a promise is not awaited, its failure is hidden or ends the process.
    files: ['src/**/*.ts', 'src/**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
    },
  },
  {
    // The rule ignores files with loops over arrays of numbers, because the bounds of these loops prove the assertions.
    files: [
      'src/{auth,backups,blup,cache,commands,core,db,demo,graphql,http,observability,openapi,rest,server,validation}/**/*.ts',
      'src/features/**/*.ts',
    ],
    ignores: [
      'src/features/breeding-values/{inbreeding,runs}/**',
      'src/features/imports/reading/text.ts',
      'src/features/queens/lineage/cycles.ts',
    ],
    rules: { '@typescript-eslint/no-non-null-assertion': 'error' },
  },
  { files: ['**/*.cjs'], rules: { '@typescript-eslint/no-require-imports': 'off' } },
  { files: ['scripts/**', 'bench/**', 'test/browser/**', 'test/soak/**'], rules: { 'no-console': 'off' } },
);
