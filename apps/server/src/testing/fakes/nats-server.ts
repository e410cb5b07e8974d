import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { findFreePort } from '#testing/free-port.ts'

/** A NATS server that has the same port after a restart. `access` contains the required credentials. */
export type NatsServer = {
  url: string
  start(): Promise<void>
  /** Stops the server at once, as a kill would. */
  stop(): Promise<void>
}

export type NatsCredentials = { user: string; pass: string }

export const natsUrlOf = (port: number, access?: NatsCredentials) =>
  `nats://${access ? `${access.user}:${encodeURIComponent(access.pass)}@` : ''}127.0.0.1:${port}`

/** Runs the installed `nats-server`. */
const createNatsStarter =
  (path: string) =>
  async (access?: NatsCredentials): Promise<NatsServer> => {
    const port = await findFreePort()
    let child: ChildProcess | undefined
    const accessArgs = access ? ['--user', access.user, '--pass', access.pass] : []
    const args = ['-a', '127.0.0.1', '-p', String(port), ...accessArgs]
    return {
      url: natsUrlOf(port, access),
      start: async () => {
        child = spawn(path, args, { stdio: ['ignore', 'ignore', 'pipe'] })
        let output = ''
        const ready = Promise.withResolvers<void>()
        child.stderr?.on('data', (part) => (output += String(part)).includes('Server is ready') && ready.resolve())
        child.once('exit', () => ready.reject(new Error(output)))
        await ready.promise
      },
      stop: async () => {
        if (!child || child.exitCode !== null || child.signalCode !== null) return
        child.kill('SIGKILL')
        await once(child, 'exit')
      },
    }
  }

const program = ['/usr/sbin/nats-server', '/usr/bin/nats-server', '/usr/local/bin/nats-server'].find(existsSync)

/** Starts the installed NATS server; undefined if none is installed. */
export const startInstalledNats = program === undefined ? undefined : createNatsStarter(program)
