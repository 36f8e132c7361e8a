import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'koa';
import type { Config } from '../../core/config.js';
import { LANGUAGES } from '../../validation/languages.js';
import { setPageHeaders } from '../security-headers.js';

const THEMES = ['light', 'dark'] as const;
const NOT_BUILT =
  'Queenbook is running. REST is at /api, GraphQL at /graphql. The web pages have not been built; "npm start" builds them.\n';

const PLACEHOLDERS = /%(LANGUAGE|THEME|COLOR_SCHEME|NONCE|REGISTRATION)%/g;

/**
 * Renders the page of the web interface from the built template, with a CSP nonce for each response. The page has the
 * user's language and theme from the first paint. All inserted values come from fixed lists or are base64, so requests
 * cannot inject markup.
 */
export function appPage(folder: string, { REGISTRATION }: Pick<Config, 'REGISTRATION'>): (ctx: Context) => void {
  const file = join(folder, 'index.html');
  const template = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return (ctx) => {
    // There is no entity tag, because each response differs. `no-store` is not set, because the browser could then not
    // go back to the page instantly.
    ctx.set('Cache-Control', 'private, no-cache');
    if (template === null) {
      ctx.type = 'text/plain';
      ctx.body = NOT_BUILT;
      return;
    }
    const NONCE = randomBytes(18).toString('base64');
    const LANGUAGE = languageOf(ctx);
    const THEME = themeOf(ctx);
    // Determines the background until the style sheet is loaded.
    const COLOR_SCHEME = THEME || 'light dark';
    const values = { LANGUAGE, THEME, COLOR_SCHEME, NONCE, REGISTRATION };
    ctx.vary('Cookie, Accept-Language');
    setPageHeaders(ctx, { 'style-src': [`'nonce-${NONCE}'`], 'img-src': ['blob:'] });
    ctx.set('Content-Language', LANGUAGE);
    ctx.type = 'text/html';
    ctx.body = template.replace(PLACEHOLDERS, (_, name: keyof typeof values) => values[name]);
  };
}

function languageOf(ctx: Context): string {
  return cookieChoice(ctx, 'queenbook_language', LANGUAGES) ?? (ctx.acceptsLanguages(...LANGUAGES) || LANGUAGES[0]);
}

/** The theme that the user chose. The empty text means the theme of the system. */
function themeOf(ctx: Context): string {
  return cookieChoice(ctx, 'queenbook_theme', THEMES) ?? '';
}

/** The value of an unsigned cookie that the page sets, if it is one of the allowed values. */
function cookieChoice<T extends string>(ctx: Context, cookie: string, allowed: readonly T[]): T | undefined {
  const value = ctx.cookies.get(cookie, { signed: false });
  return allowed.find((each) => each === value);
}
