import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { isTest, sourceFiles } from './house/source-files.ts'

const all = sourceFiles(fileURLToPath(new URL('..', import.meta.url)))
const served = all.filter(
  ({ path }) => /^(?:apps|packages)\/.*\.tsx?$/.test(path) && !/\/(?:dev|simulators)\//.test(path) && !isTest(path),
)
const ofDev = all.filter(({ path }) => path.startsWith('apps/server/src/dev/') && !isTest(path))
const ofServer = served.filter(({ path }) => path.startsWith('apps/server/src/'))

/** Where a pattern stands in files, as path and line, but for the files that may have it. */
const found = (files: typeof all, pattern: RegExp, ...allowed: string[]) =>
  files
    .filter(({ path }) => !allowed.includes(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, n) => (pattern.test(line) ? [`${path}:${n + 1} ${line.trim()}`] : [])),
    )

it('sees the pattern it looks for, so that it can fail', () => {
  expect(found(ofServer, /randomInt\(/).length).toBeGreaterThan(2)
  expect(served.length).toBeGreaterThan(1_000)
})

it('no program is started by a shell (ASVS V1.2.5)', () => {
  expect(found(served, /shell: true|[^.\w](?:exec|execSync)\(/)).toEqual([])
})

it('what must not be guessed comes from node:crypto; other chance spreads retries (V6.5.3, V7.2.3, V11.2.1)', () => {
  const spreads = ['storage/s3-request.ts', 'http/load-shedding.ts', 'database/db.ts'].map(
    (name) => `apps/server/src/platform/${name}`,
  )
  expect(found(ofServer, /Math\.random/, ...spreads)).toEqual([])
  expect(found(ofServer, /from '(?:node-forge|crypto-js|bcryptjs?|md5|uuid\/v4)'/)).toEqual([])
})

it('hashes and ciphers have at least 128 bits, but where a protocol or a name asks for less (V11.2.3, V11.4.1)', () => {
  const named = ['apps/server/src/platform/storage/s3-storage.ts', 'apps/server/src/features/premium/kept-days.ts']
  const old = /create(?:Hash|Hmac)\(\s*'(?!sha256|sha384|sha512)|createCipheriv\(\s*'(?!aes-256-gcm)/
  expect(found(ofServer, old, ...named)).toEqual([])
})

it('certificates of others are checked, and nothing turns that off (V12.3.2)', () => {
  expect(found(served, /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED|checkServerIdentity/)).toEqual([])
})

it('SECURITY.md names every file of the server that opens a connection (V1.3.6, V13.2.4)', () => {
  const openers = [
    /(?<![.\w])fetch\(/,
    /request as https?Request/,
    /connect as openSocket/,
    /import\('(?:nodemailer|stripe)'\)/,
    /await connect\(\{?\s?\.{0,3}(?:natsAccess|lastingOptions)/,
    /new OTLPTrace/,
    /new pg\.Client/,
  ]
  const lines = openers.flatMap((pattern) => found([...ofServer, ...ofDev], pattern))
  const files = new Set(lines.map((line) => line.slice('apps/server/src/'.length).split(':')[0]))
  const security = all.find(({ path }) => path === 'SECURITY.md')?.text ?? ''
  const named = [...security.matchAll(/^\| `([\w/-]+\.ts)` +\|/gm)].map(([, path = '']) => path)
  expect(new Set(named)).toEqual(files)
})

it('the log goes to stderr alone (V16.2.3)', () => {
  expect(found(ofServer, /console\.(?:log|info|warn|error|debug)\(/)).toEqual([])
})

it('secrets may be pasted, and managers know their fields (V6.2.7)', () => {
  const fields = found(served, /onPaste=/)
  expect(fields).toEqual([])
  const secrets = served.filter(({ text }) => text.includes('<SecretField\n') || text.includes('<SecretField '))
  expect(secrets.length).toBeGreaterThan(4)
  for (const { path, text } of secrets)
    for (const field of text.split('<SecretField').slice(1))
      expect([path, /autoComplete=|\.\.\.\w+/.test(field.split('/>', 1)[0] ?? '')]).toEqual([path, true])
})

it('every cookie is named on /privacy, and no other', () => {
  const set = ofServer.concat(served.filter(({ path }) => path.startsWith('apps/web/src/')))
  const names = new Set(
    set.flatMap(({ text }) =>
      [...text.matchAll(/'(pt_[a-z]+)'|document\.cookie = `(\w+)=/g)].map(([, ours, other]) => ours ?? other ?? ''),
    ),
  )
  const texts = served.find(({ path }) => path === 'apps/web/src/i18n/en/texts.ts')?.text ?? ''
  const told = /browserText =\s+'([^']*)'/.exec(texts)?.[1] ?? ''
  expect(names.size).toBeGreaterThan(5)
  expect([...names].filter((name) => !new RegExp(`\\b${name}\\b`).test(told))).toEqual([])
  expect([...told.matchAll(/\bpt_[a-z]+/g)].map(([name]) => name).filter((name) => !names.has(name))).toEqual([])
})
