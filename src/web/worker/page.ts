const NONCE = /nonce="([^"]+)"/;
const LANGUAGE = /^[a-z]{2}$/;
const THEME = /^(?:light|dark)$/;

/** The cookie store of a worker, which the type definitions of TypeScript do not contain. */
interface WithCookies {
  cookieStore?: { get(name: string): Promise<{ value?: string } | null> };
}

/**
 * Returns the value of a cookie of the page; null if the value is not valid, or the browser does not let a worker read
 * cookies. The page then applies language and theme itself.
 */
async function cookie(name: string, allowed: RegExp): Promise<string | null> {
  const value = (await (self as WithCookies).cookieStore?.get(name))?.value ?? '';
  return allowed.test(value) ? value : null;
}

const newNonce = (): string => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))));

/**
 * Renders the stored page of the web interface as the server would: with a new nonce, and in the present language and
 * theme of the device. The content security policy is that of the server.
 */
export async function renderStored(stored: Response): Promise<Response> {
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
  // The stored page is not compressed, so these headers no longer apply.
  for (const name of ['Content-Encoding', 'Content-Length']) headers.delete(name);
  const page = html
    .replace(before, nonce)
    .replace(/(<html lang=")[^"]*/, (all, start: string) => (language ? start + language : all))
    .replace(/( data-theme=")[^"]*/, (_, start: string) => start + (theme ?? ''))
    .replace(/(<meta name="color-scheme" content=")[^"]*/, (_, start: string) => start + (theme ?? 'light dark'));
  return new Response(page, { headers });
}
