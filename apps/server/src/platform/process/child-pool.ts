import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

type Reason = 'crashed' | 'cpu-time' | 'memory' | 'starved' | 'killed'

/**
 * A child process ended during its task. Other tasks continue. Caused by the task: 'crashed', 'cpu-time' and 'memory'.
 * Caused by the machine: 'starved' (too little CPU time) and 'killed' (a signal from outside, or a failed start).
 */
export class ChildFailed extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(`child process ended: ${reason}`)
    this.reason = reason
  }
}

/** The task did not run, because the queue is full or the process is shutting down. */
export class ChildPoolFull extends Error {}

export type ChildPoolOptions = {
  /** Module that each child process runs. For each task it sends any number of 'progress' messages, then one 'done'. */
  file: URL
  /** Returns the maximum number of child processes. Called for each task that finds no idle child process. */
  size: () => number
  /** Length of the queue at which tasks of users are refused. Unlimited by default. */
  maxWaiting?: () => number
  /** Limit of a task's CPU time. */
  cpuSeconds: number
  /** Limit of a task's wall-clock time. A task that exceeds it got too little CPU time from the machine. */
  wallSeconds: number
  memoryMegabytes: number
  /** Limit of V8's heap in MB. The default is 256. A child process above the limit crashes. */
  heapMegabytes?: number
  idleSeconds: number
  /** Increase of the process niceness (lower priority), from 0 to 19. */
  niceness: number
}

export type ChildMessage = { kind: 'progress' | 'done'; value: unknown }

type Task = {
  task: unknown
  onProgress: (value: unknown) => void
  resolve: (value: unknown) => void
  reject: (error: Error) => void
  requestOf: string | undefined
}
type Child = {
  process: ChildProcess
  task: Task | null
  failure: ChildFailed | null
  timers: NodeJS.Timeout[]
  megabytes: number
}

// Interval of memory checks. It is short so that a child process cannot allocate a gigabyte between two checks.
const pollMs = 100

/** Pool of child processes. They start on demand and end when idle. Each runs one task at a time. */
export class ChildPool {
  readonly #options: ChildPoolOptions
  readonly #children = new Set<Child>()
  readonly #waiting: Task[] = []

  constructor(options: ChildPoolOptions) {
    this.#options = options
  }

  warm() {
    if (this.#children.size === 0) this.#makeIdle(this.#start())
  }

  /** Whether the queue is full, or tasks of this user fill a quarter of it. */
  isFullFor(user: string): boolean {
    const limit = this.#options.maxWaiting?.() ?? Number.POSITIVE_INFINITY
    const ownTasks = this.#waiting.filter(({ requestOf }) => requestOf === user)
    return this.#waiting.length >= limit || ownTasks.length >= limit / 4
  }

  /**
   * Runs a task. `requestOf` is the user who requested the task. Tasks of jobs have no user and are never refused.
   * @throws ChildFailed, or ChildPoolFull when refused
   */
  run(
    task: unknown,
    onProgress: (value: unknown) => void = () => {},
    { requestOf }: { requestOf?: string } = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const entry = { task, onProgress, resolve, reject, requestOf }
      const free = [...this.#children].find((child) => !child.task && child.process.connected)
      if (free) this.#assign(free, entry)
      else if (this.#children.size < this.#options.size()) this.#assign(this.#start(), entry)
      else if (requestOf !== undefined && this.isFullFor(requestOf)) reject(new ChildPoolFull('too many tasks wait'))
      else this.#waiting.push(entry)
    })
  }

  /** Ends all tasks for a shutdown. Waiting tasks fail with ChildPoolFull, running tasks fail as 'killed'. */
  giveUp() {
    for (const { reject } of this.#waiting.splice(0)) reject(new ChildPoolFull('the process is shutting down'))
    for (const child of this.#children)
      if (child.task) {
        child.failure = new ChildFailed('killed')
        child.process.kill('SIGKILL')
      }
  }

  pids(): number[] {
    return [...this.#children].flatMap((child) => child.process.pid ?? [])
  }

  #start(): Child {
    const child: Child = { process: spawnChild(this.#options), task: null, failure: null, timers: [], megabytes: 0 }
    this.#children.add(child)
    child.process.on('message', (message: ChildMessage) => this.#handleMessage(child, message))
    child.process.on('exit', (_code, signal) => this.#handleEnd(child, this.#reasonOf(child, signal)))
    child.process.on('error', () => this.#handleEnd(child, 'killed'))
    return child
  }

  #assign(child: Child, task: Task) {
    clear(child)
    child.task = task
    child.megabytes = 0
    child.process.ref()
    child.process.channel?.ref()
    child.timers = this.#watch(child)
    // Ignores a failed `send`: the child process is exiting, and its exit rejects the task. With too many open files,
    // the child process has no IPC channel, and its 'error' event rejects the task.
    if (child.process.connected) child.process.send({ task: task.task }, () => {})
  }

  #watch(child: Child): NodeJS.Timeout[] {
    const { cpuSeconds, wallSeconds, memoryMegabytes } = this.#options
    const { pid } = child.process
    const cpuBefore = usedCpuSeconds(pid)
    const end = (reason: Reason) => {
      child.failure = new ChildFailed(reason)
      child.process.kill('SIGKILL')
    }
    const checkUsage = () => {
      child.megabytes = residentMegabytes(pid)
      if (child.megabytes > memoryMegabytes) end('memory')
      else if (usedCpuSeconds(pid) - cpuBefore > cpuSeconds) end('cpu-time')
    }
    return [setTimeout(() => end('starved'), wallSeconds * 1000), setInterval(checkUsage, pollMs)]
  }

  #handleMessage(child: Child, message: ChildMessage) {
    if (message.kind === 'progress') return child.task?.onProgress(message.value)
    // A child process with a failure has been killed. Its exit will reject the task.
    if (child.failure) return
    const { task } = child
    clear(child)
    task?.resolve(message.value)
    const next = this.#waiting.shift()
    if (next) this.#assign(child, next)
    else this.#makeIdle(child)
  }

  /** Lets the app exit while the child process is idle. Ends the child process after `idleSeconds`. */
  #makeIdle(child: Child) {
    const retire = () => {
      this.#children.delete(child)
      child.process.kill('SIGTERM')
    }
    child.timers = [setTimeout(retire, this.#options.idleSeconds * 1000).unref()]
    child.process.unref()
    child.process.channel?.unref()
  }

  // Guesses why a child process was killed: high memory use indicates the OOM killer, not an operator's signal.
  #reasonOf({ megabytes }: Child, signal: NodeJS.Signals | null): Reason {
    if (signal !== 'SIGKILL' && signal !== 'SIGTERM') return 'crashed'
    return megabytes > this.#options.memoryMegabytes / 2 ? 'memory' : 'killed'
  }

  #handleEnd(child: Child, reason: Reason) {
    if (!this.#children.delete(child)) return
    const { task } = child
    clear(child)
    task?.reject(child.failure ?? new ChildFailed(reason))
    const next = this.#waiting.shift()
    if (next) this.#assign(this.#start(), next)
  }
}

function clear(child: Child) {
  for (const timer of child.timers) clearTimeout(timer)
  child.timers = []
  child.task = null
}

function spawnChild(options: ChildPoolOptions): ChildProcess {
  const child = fork(options.file, {
    // Hides the app's environment, because a hostile file may control a child process. The thresholds make glibc return
    // freed memory: after a minute of photos, four decoders use 460 MB with them, and 980 MB without.
    env: { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' },
    execArgv: [
      `--max-old-space-size=${options.heapMegabytes ?? 256}`,
      // Limits the young generation of V8's heap, which could grow to 48 MB.
      '--max-semi-space-size=2',
      '--disable-warning=ExperimentalWarning',
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  if (child.pid !== undefined && options.niceness > 0) lowerPriority(child.pid, options.niceness)
  return child
}

function lowerPriority(pid: number, niceness: number) {
  try {
    setPriority(pid, niceness)
  } catch {
    // The child process has ended, or the system forbids a lower priority. A running task keeps its normal priority.
  }
}

/** Returns the resident memory on Linux. Returns 0 on systems without /proc. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(resident?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

// /proc counts CPU time in hundredths of a second, even if the kernel's tick differs (proc_pid_stat(5)).
const ticksPerSecond = 100

/** Returns the CPU time of all threads on Linux. Returns 0 on systems without /proc. */
function usedCpuSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // Skips the program's name in parentheses, which may contain spaces. Fields 12 and 13 after it are utime and stime.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
