import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const commands = [...read('docs/operations/production.md').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block)
const lines = commands.join('\n').replaceAll('\\\n', '').split('\n')

describe('production.md', () => {
  it("creates every folder that a systemd unit writes to, with the unit's user as owner", () => {
    const units = globSync('deploy/systemd/*.service', { cwd: root }).map(read)
    const folders = units.flatMap((unit) => /^ReadWritePaths=(.+)$/m.exec(unit)?.[1]?.split(' ') ?? [])
    expect(folders.length).toBeGreaterThanOrEqual(3)
    for (const folder of folders.map((path) => path.replace(/^-/, '')))
      expect(lines).toContain(`install -d -o pawtrait -g pawtrait -m 700 ${folder}`)
  })

  it('installs only files that exist in deploy/', () => {
    const files = lines.flatMap((line) => (line.startsWith('install ') ? line.match(/\bdeploy\/\S+/g) : null) ?? [])
    expect(files.length).toBeGreaterThanOrEqual(7)
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  })
})
