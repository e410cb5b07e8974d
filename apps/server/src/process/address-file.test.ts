import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAppAddress, resolvePublicUrl, writeAddressFile } from './address-file.ts'

test('resolvePublicUrl returns the URL of the running app, or the configured URL if no app runs', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pawtrait-address-'))
  const config = { dataDir, publicUrl: 'http://localhost:3000', host: 'localhost', port: 3000 }
  const running = { ...config, publicUrl: 'https://pets.example', host: '0.0.0.0', port: 4310 }
  const removeAddress = await writeAddressFile(running)
  expect(await resolvePublicUrl(config)).toBe('https://pets.example')
  expect(await readAppAddress(config)).toMatchObject({ localUrl: 'http://localhost:4310', pid: process.pid })
  await removeAddress()
  expect(await resolvePublicUrl(config)).toBe('http://localhost:3000')
  // Simulates an app that was killed: this process id is above Linux's maximum.
  await writeFile(join(dataDir, 'address'), 'https://pets.example\nhttp://localhost:4310\n4194305\n')
  expect(await readAppAddress(config)).toBeUndefined()
  await rm(dataDir, { recursive: true })
})
