import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

type Reason = 'crashed' | 'cpu-time' | 'memory' | 'starved' | 'killed'

/**
 * Why a child went down with its task: the task crashed it, used up its CPU time or outgrew its memory. 'starved' and
 * 'killed' are no fault of the task: the machine never gave the child its CPU time, somebody else ended it, or it could
 * not be started. The task is lost, nothing else.
 */
export class ChildFailed extends Error {
  readonly reason: Reason
  constructor(reason: Reason) {
    super(`child process ended: ${reason}`)
    this.reason = reason
  }
}

/** The queue of the pool is full. The task did not run. */
export class ChildPoolFull extends Error {}

export type ChildPoolOptions = {
  /** The file each child runs; it answers every task with one 'done' after any number of 'progress'. */
  file: URL
  /** How many at most; asked each time. */
  size: () => number
  /** Largest queue for requests; read for each one. Default: unlimited. */
  mostWaiting?: () => number
  /** What a task may use of the processor, however long a busy machine takes to give it. */
  cpuSeconds: number
  /** By the clock: a child that is not done by then was not let run. Several times `cpuSeconds`. */
  wallSeconds: number
  memoryMegabytes: number
  /** Limit of V8's heap, 256 unless named; beyond it the child crashes. */
  heapMegabytes?: number
  idleSeconds: number
  /** Added to the children's niceness, 0–19. */
  niceness: number
}

/** What a child says about the task it was given. */
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
  /** Resident memory when it was last looked at. */
  megabytes: number
}

// Often enough that a child cannot take a gigabyte between two looks.
const pollMs = 100

/** Children started on demand, one task at a time each, ended when idle; none runs until the first task or `warm`. */
export class ChildPool {
  readonly #options: ChildPoolOptions
  readonly #children = new Set<Child>()
  readonly #waiting: Task[] = []

  constructor(options: ChildPoolOptions) {
    this.#options = options
  }

  /** Starts a child if there is none, so that it is there when the task comes. */
  warm() {
    if (this.#children.size === 0) this.#rest(this.#start())
  }

  /** Whether the queue has no room for a request of this user, who gets at most a quarter of it. */
  isFullFor(user: string): boolean {
    const most = this.#options.mostWaiting?.() ?? Number.POSITIVE_INFINITY
    const own = this.#waiting.filter(({ requestOf }) => requestOf === user)
    return this.#waiting.length >= most || own.length >= most / 4
  }

  /**
   * Runs a task and returns its result. `requestOf`: the user who sent the request; jobs leave it out and always wait.
   * @throws ChildFailed when the child ended first, ChildPoolFull when it was refused
   */
  run(
    task: unknown,
    onProgress: (value: unknown) => void = () => {},
    { requestOf }: { requestOf?: string } = {},
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const entry = { task, onProgress, resolve, reject, requestOf }
      const free = [...this.#children].find((child) => !child.task && child.process.connected)
      if (free) this.#give(free, entry)
      else if (this.#children.size < this.#options.size()) this.#give(this.#start(), entry)
      else if (requestOf !== undefined && this.isFullFor(requestOf)) reject(new ChildPoolFull('too many tasks wait'))
      else this.#waiting.push(entry)
    })
  }

  /** Aborts all tasks at the end of a shutdown: waiting ones get ChildPoolFull, running ones fail as 'killed'. */
  giveUp() {
    for (const { reject } of this.#waiting.splice(0)) reject(new ChildPoolFull('the process is shutting down'))
    for (const child of this.#children)
      if (child.task) {
        child.failure = new ChildFailed('killed')
        child.process.kill('SIGKILL')
      }
  }

  /** Process ids of the children at work or resting. */
  pids(): number[] {
    return [...this.#children].flatMap((child) => child.process.pid ?? [])
  }

  #start(): Child {
    const child: Child = { process: spawnChild(this.#options), task: null, failure: null, timers: [], megabytes: 0 }
    this.#children.add(child)
    child.process.on('message', (message: ChildMessage) => this.#hear(child, message))
    child.process.on('exit', (_code, signal) => this.#bury(child, this.#reasonOf(child, signal)))
    child.process.on('error', () => this.#bury(child, 'killed'))
    return child
  }

  #give(child: Child, task: Task) {
    clear(child)
    child.task = task
    child.megabytes = 0
    child.process.ref()
    child.process.channel?.ref()
    child.timers = this.#watch(child)
    // A send that fails means the child is going; its exit settles the task. One that could not be started, because too
    // many files are open, has nothing to send over; its error settles it.
    if (child.process.connected) child.process.send({ task: task.task }, () => {})
  }

  /** Ends the child when its task goes beyond a limit. */
  #watch(child: Child): NodeJS.Timeout[] {
    const { cpuSeconds, wallSeconds, memoryMegabytes } = this.#options
    const { pid } = child.process
    const cpuBefore = usedCpuSeconds(pid)
    const end = (reason: Reason) => {
      child.failure = new ChildFailed(reason)
      child.process.kill('SIGKILL')
    }
    const look = () => {
      child.megabytes = residentMegabytes(pid)
      if (child.megabytes > memoryMegabytes) end('memory')
      else if (usedCpuSeconds(pid) - cpuBefore > cpuSeconds) end('cpu-time')
    }
    return [setTimeout(() => end('starved'), wallSeconds * 1000), setInterval(look, pollMs)]
  }

  #hear(child: Child, message: ChildMessage) {
    if (message.kind === 'progress') return child.task?.onProgress(message.value)
    // It answered after it was told to die: its exit settles the task, and it takes no other.
    if (child.failure) return
    const { task } = child
    clear(child)
    task?.resolve(message.value)
    const next = this.#waiting.shift()
    if (next) this.#give(child, next)
    else this.#rest(child)
  }

  /** Idle children hold nothing up: neither this process when it ends, nor memory for long. */
  #rest(child: Child) {
    const retire = () => {
      // Off the list first: a task that comes now gets a child that lives.
      this.#children.delete(child)
      child.process.kill('SIGTERM')
    }
    child.timers = [setTimeout(retire, this.#options.idleSeconds * 1000).unref()]
    child.process.unref()
    child.process.channel?.unref()
  }

  /** Whoever runs the machine ends a child by these signals, and so does the kernel when memory runs out. */
  #reasonOf({ megabytes }: Child, signal: NodeJS.Signals | null): Reason {
    if (signal !== 'SIGKILL' && signal !== 'SIGTERM') return 'crashed'
    return megabytes > this.#options.memoryMegabytes / 2 ? 'memory' : 'killed'
  }

  #bury(child: Child, reason: Reason) {
    if (!this.#children.delete(child)) return
    const { task } = child
    clear(child)
    task?.reject(child.failure ?? new ChildFailed(reason))
    const next = this.#waiting.shift()
    if (next) this.#give(this.#start(), next)
  }
}

function clear(child: Child) {
  for (const timer of child.timers) clearTimeout(timer)
  child.timers = []
  child.task = null
}

function spawnChild(options: ChildPoolOptions): ChildProcess {
  const child = fork(options.file, {
    // Nothing of ours is in reach of a child that a hostile file has taken over.
    env: { MALLOC_ARENA_MAX: '2' },
    execArgv: [
      `--max-old-space-size=${options.heapMegabytes ?? 256}`,
      // A small heap needs a small young generation too: V8 lets it grow to 48 MB otherwise.
      ...(options.heapMegabytes === undefined ? [] : ['--max-semi-space-size=2']),
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
    // The child may already be gone, or the system forbid it: the work is done all the same.
  }
}

/** Memory in use as Linux tells it; 0 where there is no /proc. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(resident?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

// Linux counts in hundredths of a second for whoever reads /proc, whatever the kernel's own tick is (proc_pid_stat(5)).
const ticksPerSecond = 100

/** CPU time used so far, in all threads, as Linux tells it; 0 where there is no /proc. */
function usedCpuSeconds(pid: number | undefined): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may hold spaces; after it utime and stime are the 12th and 13th word.
    const words = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return (Number(words[11]) + Number(words[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
