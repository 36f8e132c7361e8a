/** The international marking colours. The last digit of a queen's birth year determines her colour. */
const COLOURS = ['blue', 'white', 'yellow', 'red', 'green'] as const;

/**
 * Returns the marking colour of queens born in `year`: 1 and 6 white, 2 and 7 yellow, 3 and 8 red, 4 and 9 green, 5 and
 * 0 blue.
 */
export function markingColour(year: number): (typeof COLOURS)[number] {
  return COLOURS[year % 5] ?? COLOURS[0];
}

/**
 * Draws the logo: a ring with a dot in this year's marking colour. For colour-blind users, the dot contains the last
 * digit of the year.
 */
export function drawMark(svg: SVGSVGElement, year = new Date().getFullYear()): void {
  const put = (name: string, attributes: Record<string, string>, text = '') => {
    const element = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    svg.append(element);
  };
  svg.setAttribute('viewBox', '0 0 32 32');
  svg.classList.add('mark', markingColour(year));
  put('circle', { class: 'ring', cx: '16', cy: '16', r: '14' });
  put('circle', { class: 'dot', cx: '16', cy: '16', r: '8.5' });
  put('text', { x: '16', y: '16.4' }, String(year % 10));
}
