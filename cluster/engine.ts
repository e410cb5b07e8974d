import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, commandAs, type User } from '@pawtrait/postgres/run-as.ts'

const STOPS_WITHIN_MS = 10_000

/** The folder of the files that are also what an operator installs. */
export const deploy = (path: string) => join(import.meta.dirname, '../deploy', path)

/** A program that was started here and ends with us. */
export type Engine = { name: string; process: ChildProcess; log: string; stop: () => Promise<void> }

export type Program = { name: string; command: string; args?: string[]; env?: Record<string, string>; user?: User }

/** Starts a program in the foreground; what it says goes to `<folder>/<name>.log`. */
export function startEngine(folder: string, { name, command, args = [], env = {}, user }: Program): Engine {
  const log = join(folder, `${name}.log`)
  const [program, words] = commandAs(user, command, args)
  const child = spawn(program, words, {
    cwd: '/',
    env: { ...cleanEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const out = createWriteStream(log, { flags: 'a' })
  for (const stream of [child.stdout, child.stderr]) stream.pipe(out, { end: false })
  const stop = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const late = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS)
    child.kill('SIGTERM')
    await once(child, 'exit')
    clearTimeout(late)
  }
  return { name, process: child, log, stop }
}

/** Waits until `isReady` holds, whatever it throws before. @throws Error that names what was waited for */
export async function until(what: string, isReady: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(200))
    if (await isReady().catch(() => false)) return
  throw new Error(`${what} was not ready within ${withinMs / 1000} s`)
}

/** Whether an address of HTTP answers with 200. */
export const answers = async (url: string, method = 'GET'): Promise<boolean> =>
  (await fetch(url, { method, signal: AbortSignal.timeout(2_000) })).status === 200
