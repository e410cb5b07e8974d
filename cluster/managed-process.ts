import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildPostgresEnvironment, buildUserCommand, type SystemUser } from '@pawtrait/postgres/system-user.ts'
import { stopProcess } from '../e2e/app.ts'

/** Returns the path of a file in `deploy/`, the folder of the files that an operator installs. */
export const deployPath = (path: string) => join(import.meta.dirname, '../deploy', path)

export type Program = {
  name: string
  command: string
  args?: string[]
  env?: Record<string, string>
  user?: SystemUser
  /** Returns whether the program serves requests. Polled after a start. */
  isReady?: () => Promise<boolean>
}

/** A program of the cluster. It ends with this process, and can be killed earlier. */
export type ManagedProcess = {
  signal: (name: NodeJS.Signals) => void
  /** Starts the program, also after a kill, and waits until it serves requests. */
  start: () => Promise<void>
  stop: () => Promise<void>
}

/**
 * Returns a stopped program. Its process ends with this process, even when this process is killed. The kernel then
 * sends SIGTERM, because Patroni and its PostgreSQL would survive SIGINT, the default of `buildUserCommand`. Output
 * goes to `<folder>/<name>.log`.
 */
export function createManagedProcess(
  folder: string,
  { name, command, args = [], env = {}, user, isReady }: Program,
): ManagedProcess {
  const [program, words] = buildUserCommand(user, 'setpriv', ['--pdeathsig=TERM', '--', command, ...args])
  let child: ChildProcess | undefined
  const launch = () => {
    const out = openSync(join(folder, `${name}.log`), 'a')
    const environment = { ...buildPostgresEnvironment(), ...env }
    const launched = spawn(program, words, { cwd: '/', env: environment, stdio: ['ignore', out, out] })
    closeSync(out)
    return launched
  }
  return {
    signal: (word) => void child?.kill(word),
    start: async () => {
      const started = launch()
      child = started
      if (isReady)
        await waitUntil(name, () => {
          if (started.exitCode !== null || started.signalCode !== null) throw new Ended(`${name} has ended`)
          return isReady()
        })
    },
    stop: async () => {
      if (child) await stopProcess(child)
    },
  }
}

/** Thrown when the program ended before it was ready. */
class Ended extends Error {}

/** Polls `isReady` until it returns true. Errors except `Ended` count as not ready. @throws Error on a timeout */
export async function waitUntil(what: string, isReady: () => Promise<boolean>, withinMs = 60_000): Promise<void> {
  let cause: unknown
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(200))
    try {
      if (await isReady()) return
    } catch (error) {
      if (error instanceof Ended) throw error
      cause = error
    }
  throw new Error(`${what} was not ready within ${withinMs / 1000} s`, { cause })
}

/**
 * Returns whether a URL responds with status 200.
 * @throws Error if the connection fails, or after 2 s without a response
 */
export const respondsOk = async (url: string, method = 'GET'): Promise<boolean> =>
  (await fetch(url, { method, signal: AbortSignal.timeout(2_000) })).status === 200

/**
 * Connects to a loopback port. With `greeting`, returns whether the first text from the server begins with it;
 * otherwise true.
 * @throws Error if the connection fails, or after 2 s without a connection or text
 */
export async function acceptsConnections(port: number, greeting = ''): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  const signal = AbortSignal.timeout(2_000)
  try {
    const [received] = (await once(socket, greeting ? 'data' : 'connect', { signal })) as [Buffer?]
    return (received?.toString() ?? '').startsWith(greeting)
  } finally {
    socket.destroy()
  }
}
