import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Replaces a module by one that re-exports the same module from outside of Jest (see `outside.js`). Global setup itself
 * runs outside of Jest.
 */
const commonJs = (
  source,
  path,
) => `if (typeof outside === 'undefined') (function () {${source}\n}).call(module.exports);
else module.exports = outside.require(${JSON.stringify(path)});`;

function esModule(path) {
  const names = Object.keys(require(path)).filter((name) => name !== 'module.exports');
  // Names may be reserved words, such as `null`.
  const lines = names.map((name, index) => `const name${index} = all.${name};\nexport { name${index} as ${name} };`);
  return `const all = outside.require(${JSON.stringify(path)});\n${lines.join('\n')}`;
}

const code = (source, path, { supportsStaticESM }) => (supportsStaticESM ? esModule(path) : commonJs(source, path));

export default {
  process: (source, path, options) => ({ code: code(source, path, options) }),
  // Exports can come from other modules, so the compiled result decides whether it is current.
  getCacheKey: (source, path, options) =>
    createHash('sha256')
      .update(code(source, path, options))
      .digest('hex'),
};
