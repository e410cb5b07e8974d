import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { loadedFilesRecorder } from '#testing/loaded-files.ts'

const { folder, loadedBy } = loadedFilesRecorder()

/** Returns the simulator files that a start with these settings loads. */
async function simulatorsLoaded(settings: Record<string, string>): Promise<string[]> {
  const loaded = await loadedBy({ file: new URL('../src/main.ts', import.meta.url), settings })
  expect(loaded.some((file) => file.endsWith('/features/payments/routes.ts'))).toBe(true)
  return loaded.filter((file) => file.includes('/simulators'))
}

it('payment simulators are loaded only in a local run without payment credentials', async () => {
  expect((await simulatorsLoaded({})).length).toBeGreaterThan(10)
  expect(await simulatorsLoaded({ PAYMENTS: 'off' })).toEqual([])
  expect(await simulatorsLoaded({ LAN: '1' })).toEqual([])
  const pepper = join(folder, 'pepper')
  writeFileSync(pepper, Buffer.alloc(32, 7), { mode: 0o600 })
  const production = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://pawtrait.test',
    PEPPER_FILE: pepper,
    // The pepper must be the one with which the database was first used.
    DATA_DIR: join(folder, 'production'),
    TRUSTED_PROXIES: 'none',
    ZIP_ONLY_SIGNIN: 'i-understand',
  }
  expect(await simulatorsLoaded(production)).toEqual([])
}, 120_000)
