import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, commandAs, type User } from '@pawtrait/postgres/run-as.ts'
import { stopped } from '../e2e/app.ts'

/** The folder of the files that are also what an operator installs. */
export const deploy = (path: string) => join(import.meta.dirname, '../deploy', path)

/** A program that was started here and ends with us. */
export type Engine = { process: ChildProcess; stop: () => Promise<void> }

export type Program = { name: string; command: string; args?: string[]; env?: Record<string, string>; user?: User }

/** Starts a program in the foreground; what it says goes to `<folder>/<name>.log`. */
export function startEngine(folder: string, { name, command, args = [], env = {}, user }: Program): Engine {
  const log = join(folder, `${name}.log`)
  const [program, words] = commandAs(user, command, args)
  const out = openSync(log, 'a')
  const child = spawn(program, words, { cwd: '/', env: { ...cleanEnvironment(), ...env }, stdio: ['ignore', out, out] })
  closeSync(out)
  return { process: child, stop: () => stopped(child) }
}

/** Waits until `isReady` holds, whatever it throws before. @throws Error that names what was waited for */
export async function until(what: string, isReady: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  let cause: unknown
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(200))
    try {
      if (await isReady()) return
    } catch (error) {
      cause = error
    }
  throw new Error(`${what} was not ready within ${withinMs / 1000} s`, { cause })
}

/** Whether an address of HTTP answers with 200. */
export const answers = async (url: string, method = 'GET'): Promise<boolean> =>
  (await fetch(url, { method, signal: AbortSignal.timeout(2_000) })).status === 200
