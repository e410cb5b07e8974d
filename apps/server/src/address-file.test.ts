import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readAddressFile, writeAddressFile } from './address-file.ts'

test('a command beside the app learns its address, and goes by its own settings once the app has stopped', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'pawtrait-address-'))
  const own = { dataDir, publicUrl: 'http://localhost:3000' }
  const removeAddress = await writeAddressFile({ dataDir, publicUrl: 'http://localhost:4310' })
  expect(await readAddressFile(own)).toBe('http://localhost:4310')
  await removeAddress()
  expect(await readAddressFile(own)).toBe('http://localhost:3000')
  await rm(dataDir, { recursive: true })
})
