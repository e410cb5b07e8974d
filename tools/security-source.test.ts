import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isTest, readSourceFiles } from './house/source-files.ts'

const all = readSourceFiles(fileURLToPath(new URL('..', import.meta.url)))
const served = all.filter(
  ({ path }) => /^(?:apps|packages)\/.*\.tsx?$/.test(path) && !/\/(?:dev|simulators)\//.test(path) && !isTest(path),
)
const ofDev = all.filter(({ path }) => path.startsWith('apps/server/src/dev/') && !isTest(path))
const ofServer = served.filter(({ path }) => path.startsWith('apps/server/src/'))

/** Returns the path and line of each match of a pattern. Ignores matches in `allowed` files. */
const found = (files: typeof all, pattern: RegExp, ...allowed: string[]) =>
  files
    .filter(({ path }) => !allowed.includes(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, n) => (pattern.test(line) ? [`${path}:${n + 1} ${line.trim()}`] : [])),
    )

it('the source search finds a pattern that occurs in the sources', () => {
  expect(found(ofServer, /randomInt\(/).length).toBeGreaterThan(2)
  expect(served.length).toBeGreaterThan(1_000)
})

it('the server starts no program through a shell (ASVS V1.2.5)', () => {
  expect(found(served, /shell: true|[^.\w](?:exec|execSync)\(/)).toEqual([])
})

it('the server uses Math.random for retry jitter only (ASVS V6.5.3, V7.2.3, V11.2.1)', () => {
  const spreads = ['storage/s3-request.ts', 'http/load-shedding.ts', 'database/retry-after-deadlock.ts'].map(
    (name) => `apps/server/src/platform/${name}`,
  )
  expect(found(ofServer, /Math\.random/, ...spreads)).toEqual([])
  expect(found(ofServer, /from '(?:node-forge|crypto-js|bcryptjs?|md5|uuid\/v4)'/)).toEqual([])
})

it('the server uses only SHA-2 and AES-256-GCM, except in three listed files (ASVS V11.2.3, V11.4.1)', () => {
  const named = [
    'apps/server/src/platform/storage/s3-storage.ts',
    'apps/server/src/features/premium/feed-day-cache.ts',
    // RFC 8291 (encryption of web push messages) requires AES-128-GCM.
    'apps/server/src/platform/web-push/encrypt-payload.ts',
  ]
  const old = /create(?:Hash|Hmac)\(\s*'(?!sha256|sha384|sha512)|createCipheriv\(\s*'(?!aes-256-gcm)/
  expect(found(ofServer, old, ...named)).toEqual([])
})

it('the server never disables the check of TLS certificates (ASVS V12.3.2)', () => {
  expect(found(served, /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([])
})

it('SECURITY.md lists every server file that opens a connection (ASVS V1.3.6, V13.2.4)', () => {
  const openers = [
    /(?<![.\w])fetch\(/,
    /request as https?Request/,
    /connect as openSocket/,
    /import\('(?:nodemailer|stripe)'\)/,
    /await connect\(\{?\s?\.{0,3}(?:createNatsOptions|lastingOptions)/,
    /new OTLPTrace/,
    /new pg\.Client/,
  ]
  const lines = openers.flatMap((pattern) => found([...ofServer, ...ofDev], pattern))
  const files = new Set(lines.map((line) => line.slice('apps/server/src/'.length).split(':')[0]))
  const security = all.find(({ path }) => path === 'SECURITY.md')?.text ?? ''
  const named = [...security.matchAll(/^\| `([\w/-]+\.ts)` +\|/gm)].map(([, path = '']) => path)
  expect(new Set(named)).toEqual(files)
})

it('the server source contains no `console` call (ASVS V16.2.3)', () => {
  expect(found(ofServer, /console\.(?:log|info|warn|error|debug)\(/)).toEqual([])
})

it('fields for secrets allow pasting and have an autocomplete attribute (ASVS V6.2.7)', () => {
  const fields = found(served, /onPaste=/)
  expect(fields).toEqual([])
  const secrets = served.filter(({ text }) => text.includes('<SecretField\n') || text.includes('<SecretField '))
  expect(secrets.length).toBeGreaterThan(4)
  for (const { path, text } of secrets)
    for (const field of text.split('<SecretField').slice(1))
      expect([path, /autoComplete=|\.\.\.\w+/.test(field.split('/>', 1)[0] ?? '')]).toEqual([path, true])
})

it('/privacy names exactly the cookies that the app sets', () => {
  const set = ofServer.concat(served.filter(({ path }) => path.startsWith('apps/web/src/')))
  const names = new Set(
    set.flatMap(({ text }) =>
      [...text.matchAll(/'(pt_[a-z]+)'|document\.cookie = `(\w+)=/g)].map(([, ours, other]) => ours ?? other ?? ''),
    ),
  )
  const texts = served.find(({ path }) => path.endsWith('i18n/en/by-value/app/browser-storage.ts'))?.text ?? ''
  const cookies = texts.slice(texts.indexOf('cookieTexts'), texts.indexOf('otherStorageTexts'))
  const listed = [...cookies.matchAll(/^  (\w+): \{/gm)].map(([, name]) => name)
  expect(names.size).toBeGreaterThan(5)
  expect(new Set(listed)).toEqual(names)
})
