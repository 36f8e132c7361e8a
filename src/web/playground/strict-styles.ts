/**
 * Makes the editor work with `style-src 'self' 'nonce-…'`: it creates style elements without the nonce and style
 * attributes in markup, which the browser would ignore. Styles set by script are allowed. Must be loaded before the
 * editor.
 */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';
const { createElement } = document;

document.createElement = function (this: Document, ...rest: Parameters<typeof createElement>) {
  const element = createElement.apply(this, rest);
  if (element instanceof HTMLStyleElement) element.nonce = nonce;
  return element;
};

/** In the editor's markup `<` only starts tags. A missed style is ignored, as before. */
const STYLE_ATTRIBUTE = /(<[a-z][^<>]*?)\sstyle="/gi;
const setAside = (html: unknown) => String(html).replace(STYLE_ATTRIBUTE, '$1 data-style="');

function takeUp(root: ParentNode | null): void {
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
    setHTML?.call(this, setAside(html));
    takeUp(this);
  },
});

const { insertAdjacentHTML } = Element.prototype;
Element.prototype.insertAdjacentHTML = function (position, html) {
  insertAdjacentHTML.call(this, position, setAside(html));
  takeUp(position === 'afterbegin' || position === 'beforeend' ? this : this.parentElement);
};

export {};
