import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { readPssMb } from './process-usage.ts'
import { readStartCommand } from './processes.ts'

export type StartFigures = { firstMs: number; nextMs: number; idleMb: number }

const root = fileURLToPath(new URL('..', import.meta.url))

type Start = { dataDir: string; port: number; settings?: Record<string, string> }

/** Starts the app as `npm start` does, runs `then` and stops the app. Returns the milliseconds until it was ready. */
async function startOnce(
  { dataDir, port, settings = {} }: Start,
  then: (pid: number) => Promise<void>,
): Promise<number> {
  const from = performance.now()
  const env = { ...process.env, PROCESSES: '1', ...settings, DATA_DIR: dataDir, PORT: String(port) }
  const { options, program } = readStartCommand()
  const child = spawn(process.execPath, [...options, ...program], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = Promise.withResolvers<void>()
  await new Promise<void>((resolve, reject) => {
    child.once('exit', () => {
      ended.resolve()
      reject(new Error('the app ended before it was ready'))
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('ready')) resolve()
    })
  })
  const ms = performance.now() - from
  try {
    await then(child.pid ?? 0)
  } finally {
    // Stop the app even after a failure, because it would occupy the port that the next run needs.
    child.kill('SIGTERM')
    await ended.promise
  }
  return ms
}

/** Measures a start on an empty folder, a start on existing data, and the memory of all processes when idle. */
export async function measureStarts(port: number): Promise<StartFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'pawtrait-start-'))
  try {
    // Builds the web app if necessary. This start is not measured.
    await startOnce({ dataDir: join(dataDir, 'build'), port }, async () => {})
    const firstMs = await startOnce({ dataDir: join(dataDir, 'data'), port }, async () => {})
    let idleMb = 0
    const nextMs = await startOnce({ dataDir: join(dataDir, 'data'), port }, async (pid) => {
      await sleep(10_000)
      idleMb = readPssMb([pid])
    })
    return { firstMs, nextMs, idleMb }
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}
