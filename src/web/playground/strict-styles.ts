/**
 * Makes the editor work with `style-src 'self' 'nonce-…'`. The editor creates style elements without the nonce, and
 * markup with style attributes. The browser would ignore these styles, so this module adds the nonce to the elements,
 * and sets the styles of the attributes by script, which the browser allows. This module must be loaded before the
 * editor.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const { createElement } = document;

document.createElement = function (this: Document, ...rest: Parameters<typeof createElement>) {
  const element = createElement.apply(this, rest);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

/**
 * In the markup of the editor, `<` occurs only at the start of a tag. If the pattern misses a style, the browser
 * ignores this style.
 */
const STYLE_ATTRIBUTE = /(<[a-z][^<>]*?)\sstyle="/gi;
const hideStyles = (html: unknown) => String(html).replace(STYLE_ATTRIBUTE, '$1 data-style="');

function applyStyles(root: ParentNode | null): void {
  root?.querySelectorAll<HTMLElement>('[data-style]').forEach((element) => {
    element.style.cssText = element.dataset.style ?? '';
    delete element.dataset.style;
  });
}

const innerHTML = Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML');
const setHTML = innerHTML?.set;
Object.defineProperty(Element.prototype, 'innerHTML', {
  ...innerHTML,
  set(this: Element, html: unknown) {
    setHTML?.call(this, hideStyles(html));
    applyStyles(this);
  },
});

const { insertAdjacentHTML } = Element.prototype;
Element.prototype.insertAdjacentHTML = function (position, html) {
  insertAdjacentHTML.call(this, position, hideStyles(html));
  applyStyles(position === 'afterbegin' || position === 'beforeend' ? this : this.parentElement);
};

export {};
