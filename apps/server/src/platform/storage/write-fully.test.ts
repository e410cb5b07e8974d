import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const program = `
  import { open } from 'node:fs/promises'
  const { writeFully } = await import(process.argv[1])
  const file = await open(process.argv[2], 'wx')
  const bytes = Buffer.alloc(20_000, 'x')
  const { bytesWritten } = await file.write(bytes, 0, bytes.length, 0)
  const whole = await writeFully(file, bytes, 0).then(() => 'written', ({ code }) => code)
  process.stdout.write(JSON.stringify({ bytesWritten, whole }))`

// Simulates a full disk with a limit for the file size: a part of a write succeeds, and the rest fails.
it.runIf(process.platform === 'linux')('writeFully rejects when only a part of the bytes can be written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-write-'))
  const file = join(folder, 'photo')
  const module = new URL('write-fully.ts', import.meta.url).href
  const node = [process.execPath, '--input-type=module', '-e', program, module, file]
  try {
    const { stdout } = await promisify(execFile)('sh', ['-c', 'ulimit -f 8; exec "$@"', 'sh', ...node])
    const { bytesWritten, whole } = JSON.parse(stdout) as { bytesWritten: number; whole: string }
    expect(bytesWritten).toBeLessThan(20_000)
    expect(bytesWritten).toBe(readFileSync(file).length)
    expect(whole).toBe('EFBIG')
  } finally {
    rmSync(folder, { recursive: true })
  }
})
