import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** One thing that must hold. With a `report` (Vitest's JSON) its tests are counted, else the step counts as one. */
export type Step = {
  name: string
  /** Program below node_modules/.bin, or `node`, and what it is given. */
  command: [string, ...string[]]
  report?: string
}

/** How a step ended. */
export type Outcome = { name: string; passed: number; failed: number; seconds: number; output: string }

/** Runs one step from the root of the project; never throws. */
export async function runStep(root: string, step: Step): Promise<Outcome> {
  const report = step.report && join(root, step.report)
  if (report) rmSync(report, { force: true })
  const from = performance.now()
  const { code, output } = await run(root, step.command)
  const seconds = (performance.now() - from) / 1000
  return { name: step.name, seconds, output, ...countsOf(code, report) }
}

/**
 * What a finished step adds to the sums. A step that failed counts at least one failure, whatever its report says:
 * an unhandled rejection fails no test. A report without tests is a failure: the step was blind.
 */
export function countsOf(code: number, report?: string): { passed: number; failed: number } {
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

function run(root: string, [program, ...args]: Step['command']): Promise<{ code: number; output: string }> {
  const file = program === 'node' ? process.execPath : join(root, 'node_modules/.bin', program)
  return new Promise((done) => {
    const output: Buffer[] = []
    const child = spawn(file, args, {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
    })
    child.stdout.on('data', (data: Buffer) => output.push(data))
    child.stderr.on('data', (data: Buffer) => output.push(data))
    child.on('error', (error) => done({ code: 1, output: String(error) }))
    child.on('close', (code) => done({ code: code ?? 1, output: Buffer.concat(output).toString() }))
  })
}

/** Runs steps, `atOnce` at a time, in their order, and prints how each ended; a failed one with all it said. */
export async function runSteps(root: string, steps: Step[], atOnce: number): Promise<Outcome[]> {
  const waiting = [...steps]
  const outcomes: Outcome[] = []
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const outcome = await runStep(root, step)
      outcomes.push(outcome)
      print(outcome)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return outcomes
}

function print({ name, passed, failed, seconds, output }: Outcome) {
  const counts = failed > 0 ? `${failed} failed` : `${passed} passed`
  console.log(`${failed > 0 ? '✗' : '✓'} ${name.padEnd(24)} ${counts.padEnd(14)} ${seconds.toFixed(1)} s`)
  if (failed > 0) console.log(output.trimEnd().replaceAll(/^/gm, '    '))
}

/** The line a run ends with. */
export function summary(outcomes: Outcome[]): string {
  const sum = (key: 'passed' | 'failed') => outcomes.reduce((total, outcome) => total + outcome[key], 0)
  return `${sum('passed')} passed, ${sum('failed')} failed`
}
