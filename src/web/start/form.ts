import { Problem } from './api.js';

const title = document.title;

const labelOf = (field: HTMLInputElement) => field.dataset.label ?? field.labels![0]!.firstChild!.textContent!.trim();

function clear(form: HTMLFormElement): void {
  document.title = title;
  form.querySelectorAll('.error').forEach((message) => message.remove());
  form.querySelectorAll('[aria-invalid]').forEach((field) => {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  });
  form.querySelector<HTMLElement>('.summary')!.hidden = true;
}

/** Puts each message at its field and all of them, as links, into the summary above the form, which gets the focus. */
export function showProblem(form: HTMLFormElement, problem: Problem): void {
  clear(form);
  const summary = form.querySelector<HTMLElement>('.summary')!;
  const heading = document.createElement('h2');
  heading.textContent = 'There is a problem';
  summary.replaceChildren(heading);
  for (const { path, message } of problem.errors.length ? problem.errors : [{ path: '', message: problem.message }]) {
    const line = summary.appendChild(document.createElement('p'));
    const field = form.elements.namedItem(path);
    // The server's words go on from the name of the field: "must be …".
    const label = field instanceof HTMLInputElement ? labelOf(field) : path;
    const sentence = /^\p{Ll}/u.test(message) ? `${label} ${message}`.trim() : message;
    if (!(field instanceof HTMLInputElement) || field.type === 'hidden') {
      line.textContent = sentence;
      continue;
    }
    field.id ||= `${form.id}-${path}`;
    const link = line.appendChild(document.createElement('a'));
    link.href = `#${field.id}`;
    link.textContent = sentence;
    // The address keeps its #register: a link to a field is no place to come back to.
    link.addEventListener('click', (event) => {
      event.preventDefault();
      field.focus();
    });
    const error = document.createElement('span');
    error.className = 'error';
    error.id = `${field.id}-error`;
    error.textContent = sentence;
    field.before(error);
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', error.id);
  }
  summary.hidden = false;
  summary.focus();
  document.title = `Error: ${title}`;
}

/** The fields left empty, so that this needs no round trip; everything else the server judges, in its own words. */
function emptyFields(form: HTMLFormElement): Problem | undefined {
  const errors = [...form.elements]
    .filter((field) => field instanceof HTMLInputElement && field.validity.valueMissing)
    .map((field) => field as HTMLInputElement)
    .map(({ name, type }) => ({ path: name, message: type === 'file' ? 'Choose a file' : 'is missing' }));
  return errors.length ? new Problem(0, 'There is a problem', '', errors) : undefined;
}

/** Runs `send` on submit, once at a time, and shows whatever goes wrong; the button stays focusable meanwhile. */
export function onSubmit(form: HTMLFormElement, send: (fields: FormData) => Promise<void>): void {
  const button = form.querySelector<HTMLButtonElement>('button.primary')!;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    if (button.ariaDisabled === 'true') return;
    const missing = emptyFields(form);
    if (missing) return showProblem(form, missing);
    clear(form);
    button.ariaDisabled = 'true';
    try {
      await send(new FormData(form));
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      showProblem(form, error);
    } finally {
      button.ariaDisabled = 'false';
    }
  });
}
