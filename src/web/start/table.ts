export interface Column<Row> {
  title: string;
  figure?: boolean;
  cell: (row: Row) => string | number | Node;
}

/** Builds a table that scrolls sideways in its own box, so that the page never does. */
export function table<Row>(label: string, columns: Column<Row>[], rows: readonly Row[]): HTMLElement {
  const box = document.createElement('div');
  box.className = 'scroll';
  // Without the focus, keys could not scroll it.
  box.tabIndex = 0;
  box.role = 'group';
  box.ariaLabel = label;
  const element = box.appendChild(document.createElement('table'));
  element.ariaLabel = label;
  const line = (parent: HTMLTableSectionElement, tag: 'th' | 'td', content: (column: Column<Row>) => string | Node) => {
    const row = parent.insertRow();
    for (const column of columns) {
      const cell = row.appendChild(document.createElement(tag));
      if (tag === 'th') cell.scope = 'col';
      if (column.figure) cell.className = 'figure';
      cell.append(content(column));
    }
  };
  line(element.createTHead(), 'th', (column) => column.title);
  const body = element.createTBody();
  for (const row of rows) {
    line(body, 'td', (column) => {
      const content = column.cell(row);
      return content instanceof Node ? content : String(content);
    });
  }
  return box;
}

/** An element with text, for the many small ones. */
export function text(tag: string, content: string, className = ''): HTMLElement {
  const element = document.createElement(tag);
  element.textContent = content;
  element.className = className;
  return element;
}
