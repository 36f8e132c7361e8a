/**
 * Returns an element of the page.
 * @throws if the page does not contain the element
 */
export function required<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no element ${selector}.`);
  return found;
}
