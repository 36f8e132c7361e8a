import latin from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-wght-normal.woff2?url';
import latinExt from '@fontsource-variable/atkinson-hyperlegible-next/files/atkinson-hyperlegible-next-latin-ext-wght-normal.woff2?url';
import { contextOf } from './text-width.js';

/** The style properties that are copied to the elements of the file. */
const CARRIED = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linejoin',
  'opacity',
  'paint-order',
  'font-size',
  'font-weight',
  'font-variant-numeric',
  'text-anchor',
  'dominant-baseline',
];
const FONTS = [
  [latinExt, 'U+0100-02FF,U+1E00-1EFF,U+20A0-20CF'],
  [latin, 'U+0000-00FF,U+0131,U+0152-0153,U+2000-206F,U+20AC,U+2212'],
] as const;
/** Pixels of the image per CSS pixel: about 290 dots per inch on A4. */
const PIXELS = 3;

const asDataUri = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });

async function fontFace([url, range]: (typeof FONTS)[number]): Promise<string> {
  const data = await asDataUri(await (await fetch(url)).blob());
  return `@font-face{font-family:'Atkinson Hyperlegible Next Variable';font-weight:200 800;src:url(${data}) format('woff2');unicode-range:${range}}`;
}

/** Returns a copy of an element and its contents, with inline styles. */
function styledCopy(original: Element): Element {
  const copy = original.cloneNode() as Element;
  const style = getComputedStyle(original);
  for (const name of CARRIED) copy.setAttribute(name, style.getPropertyValue(name));
  copy.removeAttribute('class');
  for (const child of original.childNodes)
    copy.append(child instanceof Element ? styledCopy(child) : child.cloneNode());
  return copy;
}

/** Returns a drawing of the page as a self-contained SVG file, with inline styles and an embedded font. */
async function asFile(svg: SVGSVGElement): Promise<string> {
  const copy = styledCopy(svg);
  const { width, height } = svg.viewBox.baseVal;
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  copy.setAttribute('font-family', "'Atkinson Hyperlegible Next Variable', 'Atkinson Hyperlegible Next', sans-serif");
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style');
  style.textContent = (await Promise.all(FONTS.map(fontFace))).join('');
  // The copy is not inserted in the page, because the page's content security policy would apply to its style.
  const text = new XMLSerializer().serializeToString(copy);
  const end = text.indexOf('>') + 1;
  return text.slice(0, end) + new XMLSerializer().serializeToString(style) + text.slice(end);
}

async function asPicture(file: Blob, { width, height }: DOMRect): Promise<Blob> {
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = width * PIXELS;
    canvas.height = height * PIXELS;
    contextOf(canvas).drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made.')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

function download(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // After this time, the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** Saves a drawing of the page as an image. */
export async function savePicture(svg: SVGSVGElement, name: string, kind: 'svg' | 'png'): Promise<void> {
  const file = new Blob([await asFile(svg)], { type: 'image/svg+xml' });
  const named = `${name.replace(/[\\/:*?"<>|]+/g, '-')}.${kind}`;
  download(kind === 'svg' ? file : await asPicture(file, svg.viewBox.baseVal), named);
}
