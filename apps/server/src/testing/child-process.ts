import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** Environment that turns on Node's compile cache, so that our programs start several times as fast. */
export const compileCacheEnvironment = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../../../node_modules/.cache/node'),
}

/** Starts one of our programs and prints its stderr. Kills it after the test, because Vitest waits for open output. */
export function startChild(file: string, ...args: string[]) {
  const env = { ...process.env, ...compileCacheEnvironment }
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.pipe(process.stderr, { end: false })
  onTestFinished(() => killChild(child))
  return child
}

/** Resolves when a child has exited. */
export async function waitForExit(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

/** Kills a child with SIGKILL, unless it has exited. */
export async function killChild(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await waitForExit(child)
}
