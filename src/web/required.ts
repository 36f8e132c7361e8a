/**
 * An element that the HTML of the page has.
 * @throws if it is missing
 */
export function required<Found extends Element>(selector: string): Found {
  const found = document.querySelector<Found>(selector);
  if (!found) throw new Error(`The page has no element ${selector}.`);
  return found;
}
