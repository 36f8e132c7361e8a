import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Context } from 'koa';
import type { Config } from '../../core/config.js';
import { LANGUAGES } from '../../validation/languages.js';
import { setPageHeaders } from '../security-headers.js';

const THEMES = ['light', 'dark'] as const;
const NOT_BUILT =
  'Queenbook is running. Its web pages have not been built ("npm run build"); REST answers below /api, GraphQL at /graphql.\n';

const BLANKS = /%(LANGUAGE|THEME|COLOR_SCHEME|NONCE|REGISTRATION)%/g;

/**
 * The application's page, made anew for each request from the built template: it speaks the reader's language and has
 * the reader's theme from the first paint on, and its style elements bear a nonce of their own. Whatever is filled in
 * comes from a closed list or is base64, so that no request can write into the page.
 */
export function appPage(folder: string, { REGISTRATION }: Pick<Config, 'REGISTRATION'>): (ctx: Context) => void {
  const file = join(folder, 'index.html');
  const template = existsSync(file) ? readFileSync(file, 'utf8') : null;
  return (ctx) => {
    // No two answers are the same, so there is no tag to compare; without `no-store` going back stays instant.
    ctx.set('Cache-Control', 'private, no-cache');
    if (template === null) {
      ctx.type = 'text/plain';
      ctx.body = NOT_BUILT;
      return;
    }
    const NONCE = randomBytes(18).toString('base64');
    const LANGUAGE = languageOf(ctx);
    const THEME = themeOf(ctx);
    // The ground before the first paint, when no style sheet is there yet.
    const COLOR_SCHEME = THEME || 'light dark';
    const blanks: Record<string, string> = { LANGUAGE, THEME, COLOR_SCHEME, NONCE, REGISTRATION };
    ctx.vary('Cookie, Accept-Language');
    setPageHeaders(ctx, { 'style-src': [`'nonce-${NONCE}'`], 'img-src': ['blob:'] });
    ctx.set('Content-Language', LANGUAGE);
    ctx.type = 'text/html';
    ctx.body = template.replace(BLANKS, (_, name: string) => blanks[name]!);
  };
}

function languageOf(ctx: Context): string {
  return chosen(ctx, 'queenbook_language', LANGUAGES) ?? (ctx.acceptsLanguages(...LANGUAGES) || LANGUAGES[0]);
}

/** '' where the reader has not chosen: the page then follows the system. */
function themeOf(ctx: Context): string {
  return chosen(ctx, 'queenbook_theme', THEMES) ?? '';
}

/** What a cookie says that the page itself has set, unsigned. */
function chosen<T extends string>(ctx: Context, cookie: string, allowed: readonly T[]): T | undefined {
  const value = ctx.cookies.get(cookie, { signed: false });
  return allowed.find((each) => each === value);
}
