import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pssMb } from './accounts.ts'

export type StartFigures = { firstMs: number; nextMs: number; idleMb: number }

const root = fileURLToPath(new URL('..', import.meta.url))

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Starts the whole app as `npm start` does, and gives the milliseconds until it says that it is ready. */
async function startOnce(dataDir: string, port: number, then: (pid: number) => Promise<void>): Promise<number> {
  const from = performance.now()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port) }
  const child = spawn(process.execPath, ['tools/start.ts'], { cwd: root, env, stdio: ['ignore', 'pipe', 'ignore'] })
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => reject(new Error('the app ended before it was ready')))
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('ready')) resolve()
    })
  })
  const ms = performance.now() - from
  await then(child.pid ?? 0)
  const ended = new Promise((resolve) => {
    child.removeAllListeners('exit')
    child.once('exit', resolve)
  })
  child.kill('SIGTERM')
  await ended
  return ms
}

/** First start on an empty folder, a start on existing data, and the memory of all processes while nobody asks. */
export async function startFigures(port: number): Promise<StartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-start-'))
  try {
    await startOnce(join(dataDir, 'build'), port, async () => {}) // builds the web if it must: not counted
    const firstMs = await startOnce(join(dataDir, 'data'), port, async () => {})
    let idleMb = 0
    const nextMs = await startOnce(join(dataDir, 'data'), port, async (pid) => {
      await pause(10_000)
      idleMb = pssMb([pid])
    })
    return { firstMs, nextMs, idleMb }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
