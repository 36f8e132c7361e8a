const FAMILY = "'Atkinson Hyperlegible Next Variable', system-ui, sans-serif";
let canvas: CanvasRenderingContext2D | null = null;
let current = '';
const widths = new Map<string, number>();

/** Width of a text in pixels. */
export function textWidth(text: string, size: number, weight = 400): number {
  const font = `${weight} ${size}px ${FAMILY}`;
  const key = `${font} ${text}`;
  let width = widths.get(key);
  if (width === undefined) {
    canvas ??= document.createElement('canvas').getContext('2d')!;
    // Setting the font is the most expensive part.
    if (current !== font) canvas.font = current = font;
    width = canvas.measureText(text).width;
    // While the font is loading, another one is measured.
    if (document.fonts.status === 'loaded') widths.set(key, width);
  }
  return width;
}
