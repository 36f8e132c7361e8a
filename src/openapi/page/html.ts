/** HTML text. Templates insert it without escaping. */
export class Html {
  constructor(readonly text: string) {}
}

type Part = string | number | Html | undefined | false | readonly Part[];

const ESCAPES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const show = (part: Part): string => {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(show).join('');
  return String(part).replace(/([&<>"'])/g, (_, character: keyof typeof ESCAPES) => ESCAPES[character]);
};

/** A template tag that escapes values, unless they are `Html`. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return new Html(strings.map((text, index) => text + show(parts[index])).join(''));
}

/** Converts inline Markdown of descriptions: `code` and **strong**. */
export function inline(text: string): Html {
  const marked = show(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
  return new Html(marked);
}

/** Converts paragraphs, and lists of `- ` lines. */
export function blocks(text: string): Html[] {
  return text.split(/\n\n/).map((block) => {
    if (!block.startsWith('- ')) return html`<p>${inline(block)}</p>`;
    const items = block.slice(2).split(/\n- /);
    return html`<ul>
      ${items.map((item) => html`<li>${inline(item)}</li>`)}
    </ul>`;
  });
}
