import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, expect, it } from 'vitest'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'pawtrait-boot-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Says on stderr which files of the simulators a process loads. */
const watcher = join(folder, 'watch.mjs')
writeFileSync(
  watcher,
  `import { registerHooks } from 'node:module'
  registerHooks({
    load(url, context, next) {
      if (url.includes('/simulators')) process.stderr.write('LOADED ' + url + '\\n')
      return next(url, context)
    },
  })`,
)

/** Starts the app as an operator does, until it is ready. Gives the files of the simulators that were loaded. */
async function boot(settings: Record<string, string>): Promise<string[]> {
  const env = { PATH: process.env.PATH, PORT: '0', DATA_DIR: join(folder, 'data'), ...settings }
  const child = spawn(process.execPath, ['--import', pathToFileURL(watcher).href, main], { env })
  let [out, err] = ['', '']
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()).includes('is ready') && resolve())
    child.on('exit', () => reject(new Error(`the app stopped: ${err}`)))
  })
  const ended = new Promise((resolve) => child.on('exit', resolve))
  child.kill('SIGTERM')
  await ended
  return err.split('\n').filter((line) => line.startsWith('LOADED'))
}

it('a local run without credentials loads the simulators, and no other start does', async () => {
  expect((await boot({})).length).toBeGreaterThan(10)
  expect(await boot({ PAYMENTS: 'off' })).toEqual([])
  expect(await boot({ LAN: '1' })).toEqual([])
  const pepper = join(folder, 'pepper')
  writeFileSync(pepper, Buffer.alloc(32, 7), { mode: 0o600 })
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pawtrait.test',
    PEPPER_FILE: pepper,
    TRUSTED_PROXIES: 'none',
    ZIP_ONLY_SIGNIN: 'i-understand',
  }
  expect(await boot(production)).toEqual([])
}, 120_000)
