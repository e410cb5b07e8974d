import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { RecordedStatement } from './serve-app.ts'

/** Returns the command of `npm start` from package.json: V8 options, and the program with its arguments. */
export function readStartCommand(): { options: string[]; program: string[] } {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const words = String(scripts.start).split(' ').slice(1)
  const at = words.findIndex((word) => !word.startsWith('--'))
  return { options: words.slice(0, at), program: words.slice(at) }
}

/** A server process of the benchmark that listens on a port. */
export type ServerProcess = { port: number; pid: number; child: ChildProcess; stop: () => Promise<void> }

const answerOf = <T>(child: ChildProcess, field: string) =>
  new Promise<T>((resolve, reject) => {
    const ended = (code: number | null) => reject(new Error(`a server of the bench ended with ${code}`))
    const onMessage = (message: Record<string, T>) => {
      if (message[field] === undefined) return
      child.off('exit', ended).off('message', onMessage)
      resolve(message[field])
    }
    child.once('exit', ended).on('message', onMessage)
  })

/** Starts a file of this folder and waits for its port. */
export async function startServer(
  file: 'serve-app.ts' | 'baseline-server.ts',
  env: Record<string, string>,
): Promise<ServerProcess> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = fork(path, {
    execArgv: readStartCommand().options,
    env: { ...process.env, NODE_ENV: '', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const port = await answerOf<number>(child, 'port')
  const stop = () =>
    new Promise<void>((resolve) => {
      child.removeAllListeners('exit')
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  return { port, pid: child.pid ?? 0, child, stop }
}

/** Returns the SQL statements that the app sends while `work` runs. */
export async function recordStatements(
  { child }: ServerProcess,
  work: () => Promise<unknown>,
): Promise<RecordedStatement[]> {
  child.send('record')
  await work()
  const recorded = answerOf<RecordedStatement[]>(child, 'recorded')
  child.send('recorded')
  return recorded
}
