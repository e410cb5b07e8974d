import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Environment in which programs of ours load in a fraction of the time: their types were stripped before. */
export const compiled = { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/node') }

/**
 * Starts a program of ours beside a test and prints its errors. It has ended when the test has: a child that outlives
 * the test worker and holds its output keeps Vitest from ending.
 */
export function startChild(file: string, ...words: string[]) {
  const env = { ...process.env, ...compiled }
  const child = spawn(process.execPath, [file, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.pipe(process.stderr, { end: false })
  onTestFinished(() => killChild(child))
  return child
}

/** Resolves when a child has ended. */
export async function childEnded(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Kills a child, as `kill -9` does, unless it has ended. */
export async function killChild(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await childEnded(child)
}
