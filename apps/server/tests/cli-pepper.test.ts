import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { examinePepperCopies } from '#app/cli/examine-data-folder.ts'
import { readConfig } from '#app/config/config.ts'
import { runCommand } from '#testing/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-new-pepper-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const me = { PAWTRAIT_USER: userInfo().username }

describe('pawtrait pepper create', () => {
  it('writes 32 random bytes with mode 0400 and refuses to overwrite an existing file', async () => {
    const [file, other] = [join(folder, 'one'), join(folder, 'other')]
    expect(await runCommand(['pepper', 'create', file], me)).toMatchObject({ exit: 0, err: '' })
    expect(statSync(file).mode & 0o777).toBe(0o400)
    const pepper = readFileSync(file)
    expect(pepper).toHaveLength(32)
    const again = await runCommand(['pepper', 'create', file], me)
    expect(again).toMatchObject({ exit: 1, out: '', err: expect.stringMatching(/^\S+one already exists .*\n$/) })
    expect(readFileSync(file)).toEqual(pepper)
    await runCommand(['pepper', 'create', 'other'], me, folder)
    expect(readFileSync(other)).not.toEqual(pepper)
    expect((await runCommand(['pepper', 'create'], me)).exit).toBe(2)
  }, 120_000)

  it.skipIf(process.getuid?.() !== 0)(
    'makes PAWTRAIT_USER the owner of the file when run as root',
    async () => {
      const file = join(folder, 'of-daemon')
      expect((await runCommand(['pepper', 'create', file], { PAWTRAIT_USER: 'daemon' })).exit).toBe(0)
      expect(statSync(file)).toMatchObject({ uid: 1, gid: 1 })
      const unknown = await runCommand(['pepper', 'create', join(folder, 'lost')], { PAWTRAIT_USER: 'no-such-user' })
      expect(unknown).toMatchObject({ exit: 1, err: expect.stringContaining('no user no-such-user') })
      expect(() => statSync(join(folder, 'lost'))).toThrow('ENOENT')
    },
    120_000,
  )
})

it('`pawtrait doctor` reports peppers in the code or data folder, and peppers that other users can read', async () => {
  const [code, dataDir, etc] = ['code', 'data', 'etc'].map((name) => mkdtempSync(join(folder, name))) as [
    string,
    string,
    string,
  ]
  const write = (file: string, mode: number) => {
    writeFileSync(file, 'p'.repeat(32))
    chmodSync(file, mode)
    return file
  }
  const PEPPER_FILE = write(join(etc, 'pepper'), 0o400)
  const config = readConfig({ DATA_DIR: dataDir, PEPPER_FILE })
  const wrong = async () => (await examinePepperCopies(config, code)).map(({ says }) => says)
  write(join(etc, 'pepper.copy'), 0o400)
  expect(await wrong()).toEqual([])
  write(join(code, 'pepper'), 0o600)
  write(join(dataDir, 'pepper.v1'), 0o600)
  write(join(etc, 'pepper.old'), 0o644)
  expect(await wrong()).toEqual([
    expect.stringMatching(/code\S*\/pepper is in the code folder/),
    expect.stringMatching(/data\S*\/pepper\.v1 is a second pepper/),
    expect.stringMatching(/etc\S*\/pepper\.old looks like a pepper, and other users can read it/),
  ])
  const lost = readConfig({ DATA_DIR: dataDir, PEPPER_FILE: join(etc, 'lost') })
  expect(await examinePepperCopies(lost, code)).toEqual([])
  const { out } = await runCommand(['doctor', '--json'], { DATA_DIR: dataDir, PEPPER_FILE, PORT: '1' })
  const { findings } = JSON.parse(out) as { findings: { what: string; says: string }[] }
  const reported = findings.filter(({ what }) => what === 'pepper').map(({ says }) => says)
  expect(reported.join('\n')).toContain(`${join(dataDir, 'pepper.v1')} is a second pepper`)
}, 120_000)
