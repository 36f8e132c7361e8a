// Looks for secrets in the files that git keeps: `node scripts/check-secrets.js [folder]`. Fails where it finds one, and
// names the place, never the secret.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';

const FILES = /^(\.env|id_(rsa|dsa|ecdsa|ed25519)|session-secret|.*\.(pem|key|p12|pfx|keystore))$/;
const KINDS = {
  'API key of Queenbook': /qb_live_(?<secret>[0-9a-f]{64})/g,
  'private key': /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/g,
  'key of AWS': /\b(?:AKIA|ASIA)(?<secret>[0-9A-Z]{16})\b/g,
  'token of GitHub': /\b(?:gh[pousr]_(?<secret>[A-Za-z0-9]{36,})|github_pat_\w{60,})/g,
  'token of GitLab': /\bglpat-[\w-]{20,}/g,
  'token of npm': /\bnpm_[A-Za-z0-9]{36}\b|_auth[T]oken=(?!\$)\S+/g,
  'token of Slack': /\bxox[abprs]-[\w-]{10,}/g,
  'key of Google': /\bAIza[\w-]{35}\b/g,
  'live key of Stripe': /\b[rs]k_live_\w{20,}/g,
  'signed token': /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g,
  'password in an address': /\b[a-z][a-z+]*:\/\/[^\s:/@'"`]+:(?<secret>[^\s@/'"`${}<>…]{6,})@/g,
  'secret that is assigned':
    /(?:secret|token|passw(?:or)?d|api_?key)["']?\s*[:=]\s*["'](?<secret>[A-Za-z0-9+/=_-]{24,})["']/gi,
};
/** Words of which one sees that they stand for something: `0a1b2c3d0a1b2c3d…`, `aaaa…`, `password`. */
const isMadeUp = (word) => new Set(word).size < 10 || /password|example|secret/i.test(word);

const folder = process.argv[2] ?? '.';
const files = execFileSync('git', ['-C', folder, 'ls-files', '-z'], { encoding: 'utf8', maxBuffer: 2 ** 26 })
  .split('\0')
  .filter(Boolean);
const found = [];
let looked = 0;
for (const file of files) {
  const path = join(folder, file);
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) continue;
  looked += 1;
  if (FILES.test(basename(file))) found.push(`${file}: a file for secrets`);
  const text = readFileSync(path, 'latin1');
  for (const [kind, pattern] of Object.entries(KINDS)) {
    for (const match of text.matchAll(pattern)) {
      const secret = match.groups?.secret;
      if (secret !== undefined && isMadeUp(secret)) continue;
      found.push(`${file}:${text.slice(0, match.index).split('\n').length}: ${kind}`);
    }
  }
}
for (const place of found) console.log(place);
console.log(`${looked} files, ${found.length} secrets.`);
process.exit(found.length > 0 || looked === 0 ? 1 : 0);
