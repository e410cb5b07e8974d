import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { constants } from 'node:os'
import { dirname, join } from 'node:path'
import { emptyProgress, formatProgress, type Progress, readProgress, showProgress } from './progress.ts'

/**
 * A check that runs as a program. Without a `report`, it counts as one test. With a `report` in Vitest's JSON format,
 * each test of the report counts.
 */
export type CheckStep = {
  name: string
  /** Name of a program below node_modules/.bin, or `node`, followed by its arguments. */
  command: [string, ...string[]]
  report?: string
}

/** Result of a step of the test run. */
export type StepOutcome = { name: string; passed: number; failed: number; seconds: number; output: string }

type Watching = { silenceLimitMs?: number; onProgress?: (progress: Progress) => void }

// Maximum time without progress. It is longer than the longest time limit of a test, 240 s.
const SILENCE_LIMIT_MS = 5 * 60_000

/**
 * Runs one step from the project's root, and never throws. Kills a step with all its processes when it prints nothing
 * and no test ends for `silenceLimitMs`. The output then contains the names of the running tests.
 */
export async function runStep(
  root: string,
  step: CheckStep,
  { silenceLimitMs = SILENCE_LIMIT_MS, onProgress = () => {} }: Watching = {},
): Promise<StepOutcome> {
  const report = step.report && join(root, step.report)
  if (report) rmSync(report, { force: true })
  const from = performance.now()
  const { code, output } = await run(root, step, { silenceLimitMs, onProgress })
  const seconds = (performance.now() - from) / 1000
  return { name: step.name, seconds, output, ...countTests(code, report) }
}

/**
 * Returns the test counts of a finished step. A failed step counts at least one failure, because an unhandled rejection
 * fails no test. A report without tests also counts as a failure, because nothing was checked.
 */
export function countTests(code: number, report?: string): { passed: number; failed: number } {
  if (!report) return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
  const { passed, failed } = readReport(report)
  if (passed + failed === 0 || (code !== 0 && failed === 0)) return { passed, failed: 1 }
  return { passed, failed }
}

function readReport(path: string): { passed: number; failed: number } {
  if (!existsSync(path)) return { passed: 0, failed: 0 }
  const report = JSON.parse(readFileSync(path, 'utf8')) as VitestReport
  const failedFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + failedFiles.length }
}

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  testResults: { status: string; assertionResults: unknown[] }[]
}

async function run(
  root: string,
  step: CheckStep,
  { silenceLimitMs, onProgress }: Required<Watching>,
): Promise<{ code: number; output: string }> {
  const [program, ...args] = step.command
  const file = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program)
  const progressFile = join(root, 'test-results', `${step.name.replaceAll(/\W+/g, '-')}.progress`)
  mkdirSync(dirname(progressFile), { recursive: true })
  rmSync(progressFile, { force: true })
  const child = spawn(file, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1', PROGRESS_FILE: progressFile },
    detached: true, // starts a new process group, so that the step can be killed with all its children
  })
  const output: Buffer[] = []
  let lastSign = Date.now()
  const onData = (data: Buffer) => {
    lastSign = Date.now()
    output.push(data)
  }
  child.stdout.on('data', onData)
  child.stderr.on('data', onData)
  const reportProgress = () => {
    const progress = readProgress(progressFile)
    if (progress) onProgress(progress)
  }
  const stopWatching = watch(child, {
    onTick: reportProgress,
    lastSign: () => Math.max(lastSign, statSync(progressFile, { throwIfNoEntry: false })?.mtimeMs ?? 0),
    limitMs: silenceLimitMs,
    onSilence: () => output.push(Buffer.from(silenceMessage(silenceLimitMs, progressFile))),
  })
  const code = await new Promise<number>((done) => {
    child.on('error', (error) => {
      output.push(Buffer.from(String(error)))
      done(1)
    })
    child.on('close', (exitCode) => done(exitCode ?? 1))
  })
  stopWatching()
  reportProgress()
  rmSync(progressFile, { force: true })
  return { code, output: Buffer.concat(output).toString() }
}

function silenceMessage(limitMs: number, progressFile: string): string {
  const running = readProgress(progressFile)?.running.join('\n')
  return `\nKilled: nothing happened for ${limitMs / 1000} s. Running: ${running || 'no test'}\n`
}

type Watch = { lastSign: () => number; limitMs: number; onSilence: () => void; onTick: () => void }

/**
 * Calls `onTick` each second. Kills the child and its processes when it makes no progress for `limitMs`, or when this
 * process ends. Returns a function that stops these checks.
 */
function watch(child: ChildProcess, { lastSign, limitMs, onSilence, onTick }: Watch): () => void {
  const killGroup = () => {
    if (!child.pid) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {} // The process group has already ended.
  }
  const timer = setInterval(() => {
    onTick()
    if (Date.now() - lastSign() < limitMs) return
    clearInterval(timer)
    onSilence()
    killGroup()
  }, 1_000)
  const onSignal = (signal: NodeJS.Signals) => {
    killGroup()
    process.exit(128 + constants.signals[signal])
  }
  process.on('exit', killGroup).once('SIGINT', onSignal).once('SIGTERM', onSignal)
  return () => {
    clearInterval(timer)
    process.off('exit', killGroup).off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
}

/**
 * Runs steps in order, up to `atOnce` in parallel, and prints progress and results. Prints failed tests immediately.
 * Prints the complete output of a failed step.
 */
export async function runSteps(root: string, steps: CheckStep[], atOnce: number): Promise<StepOutcome[]> {
  const waiting = [...steps]
  const outcomes: StepOutcome[] = []
  const running = new Map<string, { from: number; progress: Progress }>()
  const display = showProgress(() =>
    [...running].map(([name, { from, progress }]) => formatProgress(name, (performance.now() - from) / 1000, progress)),
  )
  const runOne = async (step: CheckStep) => {
    const shown = { from: performance.now(), progress: emptyProgress }
    running.set(step.name, shown)
    const onProgress = (progress: Progress) => {
      for (const failure of progress.failures.slice(shown.progress.failures.length))
        display.print(`✗ ${step.name}: ${failure}`)
      shown.progress = progress
    }
    const outcome = await runStep(root, step, { onProgress })
    running.delete(step.name)
    outcomes.push(outcome)
    display.print(resultOf(outcome))
  }
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) await runOne(step)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  display.stop()
  return outcomes
}

const lineOf = ({ name, passed, failed, seconds }: StepOutcome) => {
  const counts = failed > 0 ? `${failed} failed` : `${passed} passed`
  return `${failed > 0 ? '✗' : '✓'} ${name.padEnd(24)} ${counts.padEnd(14)} ${seconds.toFixed(1)} s`
}

const resultOf = (outcome: StepOutcome) =>
  outcome.failed > 0 ? `${lineOf(outcome)}\n${outcome.output.trimEnd().replaceAll(/^/gm, '    ')}` : lineOf(outcome)

/** Returns a line per step with its counts and duration in seconds. */
export const formatOutcomes = (outcomes: StepOutcome[]): string => outcomes.map(lineOf).join('\n')

/** Returns the last line that a run prints: `812 passed, 1 failed`. */
export function formatSummary(outcomes: StepOutcome[]): string {
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed`
}
