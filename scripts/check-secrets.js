// Searches the files tracked by git for secrets: `node scripts/check-secrets.js [folder]`. Fails if it finds a secret,
// and prints the secret's file and line, but not the secret.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const FILES = /^(\.env|id_(rsa|dsa|ecdsa|ed25519)|session-secret|.*\.(pem|key|p12|pfx|keystore))$/;
const KINDS = {
  'Queenbook API key': /qb_live_(?<secret>[0-9a-f]{64})/g,
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g,
  'AWS key': /\b(?:AKIA|ASIA)(?<secret>[0-9A-Z]{16})\b/g,
  'GitHub token': /\b(?:gh[pousr]_(?<secret>[A-Za-z0-9]{36,})|github_pat_\w{60,})/g,
  'GitLab token': /\bglpat-[\w-]{20,}/g,
  'npm token': /\bnpm_[A-Za-z0-9]{36}\b|_auth[T]oken=(?!\$)\S+/g,
  'Slack token': /\bxox[abprs]-[\w-]{10,}/g,
  'Google key': /\bAIza[\w-]{35}\b/g,
  'Stripe live key': /\b[rs]k_live_\w{20,}/g,
  'signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g,
  'password in a URL': /\b[a-z][a-z+]*:\/\/[^\s:/@'"`]+:(?<secret>[^\s@/'"`${}<>…]{6,})@/g,
  'secret in an assignment':
    /(?:secret|token|passw(?:or)?d|api_?key)["']?\s*[:=]\s*["'](?<secret>[A-Za-z0-9+/=_-]{24,})["']/gi,
};
/** Recognizes placeholders, such as `0a1b2c3d0a1b2c3d…`, `aaaa…` and `password`. */
const isPlaceholder = (word) => new Set(word).size < 10 || /password|example|secret/i.test(word);

const folder = process.argv[2] ?? '.';
const files = execFileSync('git', ['-C', folder, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\0')
  .filter(Boolean);
const found = [];
let fileCount = 0;
for (const file of files) {
  const path = join(folder, file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
  fileCount += 1;
  if (FILES.test(basename(file))) found.push(`${file}: a file type that holds secrets`);
  const text = readFileSync(path, 'latin1');
  for (const [kind, pattern] of Object.entries(KINDS)) {
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret;
      if (secret !== undefined && isPlaceholder(secret)) continue;
      found.push(`${file}:${text.slice(0, match.index).split('\n').length}: ${kind}`);
    }
  }
}
for (const place of found) console.log(place);
console.log(`${fileCount} files, ${found.length} secrets.`);
process.exit(found.length > 0 || fileCount === 0 ? 1 : 0);
