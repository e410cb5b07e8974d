import { chmodSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ChromiumNotFound, findInstalledChromium } from './chromium.ts'

const folder = mkdtempSync(join(tmpdir(), 'browsers-'))
const program = (name: string, mode = 0o755) => {
  writeFileSync(join(folder, name), '#!/bin/sh\n')
  chmodSync(join(folder, name), mode)
  return join(folder, name)
}

describe('findInstalledChromium', () => {
  it('prefers the browser in CHROMIUM to browsers in PATH', () => {
    program('google-chrome')
    const named = program('my-own-browser')
    expect(findInstalledChromium({ CHROMIUM: named, PATH: folder })).toBe(named)
  })

  it('throws when CHROMIUM is not a program, without searching PATH', () => {
    expect(() => findInstalledChromium({ CHROMIUM: join(folder, 'absent'), PATH: folder })).toThrow(ChromiumNotFound)
    expect(() => findInstalledChromium({ CHROMIUM: program('no-program', 0o644), PATH: folder })).toThrow(
      /cannot be run/,
    )
  })

  it('prefers the headless shell to other browsers in PATH', () => {
    const path = mkdtempSync(join(tmpdir(), 'path-'))
    for (const name of ['google-chrome', 'chromium', 'chromium-headless-shell']) {
      writeFileSync(join(path, name), '')
      chmodSync(join(path, name), 0o755)
    }
    expect(findInstalledChromium({ PATH: path })).toBe(join(path, 'chromium-headless-shell'))
  })
})
