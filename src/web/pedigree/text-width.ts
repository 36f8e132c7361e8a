const FAMILY = "'Atkinson Hyperlegible Next Variable', system-ui, sans-serif";
let context: CanvasRenderingContext2D | null = null;
let current = '';
const widths = new Map<string, number>();

/** @throws if the browser forbids drawing */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext('2d');
  if (!found) throw new Error('The browser cannot draw on a canvas.');
  return found;
}

export function textWidth(text: string, size: number, weight = 400): number {
  const font = `${weight} ${size}px ${FAMILY}`;
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    context ??= contextOf(document.createElement('canvas'));
    // The font is set only if it changes, because this is slow.
    if (current !== font) context.font = current = font;
    width = context.measureText(text).width;
    // While the font is loading, the browser measures with another font, so the width is not cached.
    if (document.fonts.status === 'loaded') widths.set(key, width);
  }
  return width;
}
