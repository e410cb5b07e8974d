import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { compressFiles } from './compress-files.ts'

it('compressFiles writes .br and .gz files only beside text files of more than 1,000 bytes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  mkdirSync(join(folder, 'assets'))
  const long = 'export const word = 1\n'.repeat(100)
  for (const name of ['a.js', 'assets/b.css', 'font.woff2']) writeFileSync(join(folder, name), long)
  writeFileSync(join(folder, 'short.js'), 'a')
  await compressFiles(folder)
  expect(brotliDecompressSync(readFileSync(join(folder, 'a.js.br'))).toString()).toBe(long)
  expect(gunzipSync(readFileSync(join(folder, 'assets/b.css.gz'))).toString()).toBe(long)
  for (const name of ['short.js.br', 'font.woff2.br', 'font.woff2.gz'])
    expect(existsSync(join(folder, name))).toBe(false)
})
