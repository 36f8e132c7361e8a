/**
 * The editor makes style elements as it goes and knows no nonce; under `style-src 'self' 'nonce-…'` they would be ignored.
 * So every style element that a script of this page makes bears the nonce of the page. Must be loaded before the editor.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const createElement = document.createElement;

document.createElement = function (this: Document, ...rest: Parameters<typeof createElement>) {
  const element = createElement.apply(this, rest);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
} as typeof createElement;
export {};
