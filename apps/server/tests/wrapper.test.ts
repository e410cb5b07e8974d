import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { releaseName } from '#platform/process/release.ts'
import { runProgram } from '#testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-wrapper-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const script = fileURLToPath(new URL('../../../deploy/pawtrait', import.meta.url))
const PAWTRAIT_USER = userInfo().username
const PAWTRAIT_ENV = join(folder, 'env')
const dataDir = join(folder, 'the data')
const secret = 'a$b&c;d"e\'f`g#h i=j'.padEnd(32, 'x')

writeFileSync(
  PAWTRAIT_ENV,
  [
    '# Settings, as systemd reads them.',
    '',
    'NODE_ENV=development',
    `DATA_DIR='${dataDir}'`,
    'PUBLIC_URL="http://localhost:4711"',
    `METRICS_TOKEN=${secret}`,
    'PORT=1',
  ].join('\n'),
)

type Findings = { findings: { what: string; says: string }[] }

describe('deploy/pawtrait', () => {
  it('runs a command with the settings of PAWTRAIT_ENV, even through a symbolic link and from any folder', async () => {
    const link = join(folder, 'pawtrait')
    symlinkSync(script, link)
    const { out, err } = await runProgram(link, ['doctor', '--json'], { PAWTRAIT_USER, PAWTRAIT_ENV }, tmpdir())
    expect(err).toBe(
      `Instance: http://localhost:4711, data in ${dataDir}, embedded PostgreSQL. Release ${releaseName}.\n`,
    )
    const { findings } = JSON.parse(out) as Findings
    // A shell that evaluated the settings file would cut METRICS_TOKEN below 32 characters, which the settings refuse.
    expect(findings).toContainEqual(expect.objectContaining({ what: 'settings', ok: true }))
  }, 60_000)

  it('exits with code 1 if the file in PAWTRAIT_ENV or the user in PAWTRAIT_USER does not exist', async () => {
    const missing = await runProgram(script, ['doctor'], { PAWTRAIT_USER, PAWTRAIT_ENV: join(folder, 'none') })
    expect(missing).toMatchObject({ exit: 1, out: '', err: expect.stringMatching(/^pawtrait: there are no .*\n$/) })
    const unknown = await runProgram(script, ['doctor'], { PAWTRAIT_USER: 'no-such-user', PAWTRAIT_ENV })
    expect(unknown).toMatchObject({ exit: 1, out: '', err: expect.stringMatching(/^pawtrait: .*no-such-user.*\n$/) })
  }, 60_000)

  it('prints its help and release, and creates a pepper, even without PAWTRAIT_ENV', async () => {
    const without = { PAWTRAIT_USER, PAWTRAIT_ENV: join(folder, 'none') }
    expect((await runProgram(script, ['--version'], without)).out).toBe(`pawtrait ${releaseName}\n`)
    expect((await runProgram(script, ['reset-signin', '--help'], without)).exit).toBe(0)
    const created = await runProgram(script, ['pepper', 'create', join(folder, 'new')], without)
    expect(created).toMatchObject({ exit: 0, err: '' })
  }, 60_000)

  it.skipIf(process.getuid?.() !== 0)(
    'switches from root to PAWTRAIT_USER',
    async () => {
      mkdirSync(dataDir, { recursive: true })
      chmodSync(folder, 0o755)
      const { out } = await runProgram(script, ['doctor', '--json'], { PAWTRAIT_USER: 'daemon', PAWTRAIT_ENV })
      const { findings } = JSON.parse(out) as Findings
      const owners = findings.filter(({ what }) => what === 'folder').map(({ says }) => says)
      expect(owners[0]).toContain('belongs to user 0, but this is user 1:')
    },
    60_000,
  )
})
