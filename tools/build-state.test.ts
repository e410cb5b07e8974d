import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { BuildFailed, explainBuild, lockBuild } from './build-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'pawtrait-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('explainBuild', () => {
  it('returns the reason for a build (first, unfinished or outdated) and its estimated duration', () => {
    const dist = join(folder, 'reasons')
    expect(explainBuild(dist)).toBe('Building the web app (about 15 s)…')
    mkdirSync(join(dist, 'client'), { recursive: true })
    expect(explainBuild(dist)).toMatch(/^The last build did not finish: /)
    writeFileSync(join(dist, 'built-from'), 'hash')
    writeFileSync(join(dist, 'built-in-seconds'), '41.2')
    expect(explainBuild(dist)).toBe(
      'The web app is older than its sources: rebuilding it (about 42 s, like the last build)…',
    )
  })
})

describe('lockBuild', () => {
  it('prints once which process is building, and waits until that process has finished', async () => {
    const dist = join(folder, 'locked')
    const lines: string[] = []
    const unlock = await lockBuild(dist, () => {})
    const printed = Promise.withResolvers<void>()
    let isSecond = false
    const second = lockBuild(dist, (line) => {
      lines.push(line)
      printed.resolve()
    }).then((release) => {
      isSecond = true
      return release
    })
    await printed.promise
    expect(isSecond).toBe(false)
    unlock()
    const release = await second
    release()
    expect(lines).toEqual([`Process ${process.pid} is already building the web app: waiting for it…`])
  })

  it('throws BuildFailed with a one-line message when the folder is not writable', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    const refused = lockBuild(join(file, 'dist'), () => {})
    await expect(refused).rejects.toThrow(BuildFailed)
    await expect(refused).rejects.toThrow(/^The web app is not built, and .* run "npm run build" as the user.*$/)
  })
})
