import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/**
 * Replaces a module with code that re-exports the same module from outside of Jest (see `outside.js`). The global setup
 * already runs outside of Jest, so it gets the original module.
 */
const commonJs = (
  source,
  path,
) => `if (typeof outside === 'undefined') (function () {${source}\n}).call(module.exports);
else module.exports = outside.require(${JSON.stringify(path)});`;

function esModule(path) {
  const names = Object.keys(require(path)).filter((name) => name !== 'module.exports');
  // Exported names may be reserved words, such as `null`.
  const lines = names.map((name, index) => `const name${index} = all.${name};\nexport { name${index} as ${name} };`);
  return `const all = outside.require(${JSON.stringify(path)});\n${lines.join('\n')}`;
}

const code = (source, path, { supportsStaticESM }) => (supportsStaticESM ? esModule(path) : commonJs(source, path));

export default {
  process: (source, path, options) => ({ code: code(source, path, options) }),
  // Exports can come from other modules, so the cache key depends on the resulting code.
  getCacheKey: (source, path, options) =>
    createHash('sha256')
      .update(code(source, path, options))
      .digest('hex'),
};
