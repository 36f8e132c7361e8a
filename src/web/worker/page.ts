const NONCE = /nonce="([^"]+)"/;
const LANGUAGE = /^[a-z]{2}$/;
const THEME = /^(?:light|dark)$/;

/** The types of workers do not contain this member yet. */
interface WithCookies {
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
}

/**
 * A cookie of the page, where the browser lets a worker read it; otherwise the page itself applies language and theme
 * when it starts.
 */
async function cookie(name: string, allowed: RegExp): Promise<string | null> {
  const value = (await (self as WithCookies).cookieStore?.get(name))?.value ?? '';
  return allowed.test(value) ? value : null;
}

const newNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));

/**
 * The stored page of the web interface as the server would render it: with a new nonce, in the language and theme that
 * this device has now. It keeps the server's content security policy.
 */
export async function asRendered(stored: Response): Promise<Response> {
  const html = await stored.text();
  const before = NONCE.exec(html)?.[1] ?? '';
  const nonce = newNonce();
  const [language, theme] = await Promise.all([
    cookie('queenbook_language', LANGUAGE),
    cookie('queenbook_theme', THEME),
  ]);
  const headers = new Headers(stored.headers);
  const policy = headers.get('Content-Security-Policy');
  if (policy) headers.set('Content-Security-Policy', policy.replace(before, nonce));
  if (language) headers.set('Content-Language', language);
  // The stored page is already decoded.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  const page = html
    .replace(before, nonce)
    .replace(/(<html lang=")[^"]*/, (all, start: string) => (language ? start + language : all))
    .replace(/( data-theme=")[^"]*/, (_, start: string) => start + (theme ?? ''))
    .replace(/(<meta name="color-scheme" content=")[^"]*/, (_, start: string) => start + (theme ?? 'light dark'));
  return new Response(page, { headers });
}
