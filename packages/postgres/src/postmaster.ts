import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { CannotStart } from './errors.ts'
import { readPidFile } from './orphaned-processes.ts'
import { buildPostgresEnvironment, buildUserCommand, type SystemUser } from './system-user.ts'

export type Postmaster = {
  pid: number
  /** Resolves with exit code and last output when the process has ended. */
  ended: Promise<{ ending: string }>
  hasEnded: () => boolean
  /** Requests a fast shutdown, which closes sessions and writes all committed data to disk. */
  stop: () => Promise<void>
}

type LaunchOptions = {
  postgres: string
  cluster: string
  user: SystemUser
  settings: string[]
  log: (line: string) => void
}

const MAX_LINES = 8

function captureStartupError(child: ChildProcess, forward: () => ((line: string) => void) | undefined): () => string {
  const lines: string[] = []
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      lines.push(line)
      if (lines.length > MAX_LINES) lines.shift()
      forward()?.(line)
    })
  return () => lines.filter((line) => /FATAL|PANIC|HINT|error/.test(line)).join(' ') || lines.slice(-1).join('')
}

async function stop(child: ChildProcess, ended: Promise<unknown>) {
  // Requests a fast shutdown (SIGINT), then an immediate shutdown (SIGQUIT), and finally kills the process (SIGKILL).
  // After SIGQUIT or SIGKILL, the next start recovers from the WAL.
  for (const [name, waitMs] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    child.kill(name)
    const timer = new AbortController()
    const late = sleep(waitMs, true, { signal: timer.signal }).catch(() => false)
    const isLate = await Promise.race([late, ended.then(() => false)])
    timer.abort()
    if (!isLate) return
  }
}

/**
 * Waits until the server accepts connections. Has no time limit, because crash recovery may take long. Returns false if
 * the server ends.
 */
async function waitUntilReady(cluster: string, pid: number, hasEnded: () => boolean): Promise<boolean> {
  while (!hasEnded()) {
    const pidFile = readPidFile(cluster)
    if (pidFile?.pid === pid && pidFile.isReady) return true
    await sleep(5)
  }
  return false
}

/** Starts PostgreSQL. @throws CannotStart with PostgreSQL's last output when it ends before accepting connections. */
export async function launchPostmaster({ postgres, cluster, user, settings, log }: LaunchOptions): Promise<Postmaster> {
  const [command, args] = buildUserCommand(user, postgres, [`-D${cluster}`, ...settings])
  const options = {
    cwd: '/',
    env: buildPostgresEnvironment(),
    stdio: ['ignore', 'ignore', 'pipe'],
  } satisfies SpawnOptions
  // Starts a detached process, so that Ctrl-C reaches only the app. The app closes its connections before it stops
  // PostgreSQL.
  const child = spawn(command, args, { ...options, detached: true })
  let isUp = false
  let isOver = false
  const lastOutput = captureStartupError(child, () => (isUp ? log : undefined))
  const ended = new Promise<{ ending: string }>((resolve) => {
    const end = (ending: string) => {
      isOver = true
      resolve({ ending })
    }
    child.on('error', (error) => end(`could not be run: ${error.message}.`))
    child.on('exit', (code, signal) => end(`ended (${signal ?? code}): ${lastOutput() || 'it printed no error.'}`))
  })
  const pid = child.pid
  if (pid === undefined || !(await waitUntilReady(cluster, pid, () => isOver)))
    throw new CannotStart(`PostgreSQL ${(await ended).ending}`)
  isUp = true
  const stopOnce = () => {
    isUp = false
    return stop(child, ended)
  }
  return { pid, ended, hasEnded: () => isOver, stop: stopOnce }
}
