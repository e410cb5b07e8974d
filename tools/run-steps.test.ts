import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { readCommand } from '../e2e/processes.ts'
import { emptyProgress, formatProgress } from './progress.ts'
import { countTests, formatSummary, runStep, runSteps } from './run-steps.ts'

const root = mkdtempSync(join(tmpdir(), 'steps-'))

function reportOf(passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []) {
  const path = join(root, `${passed}-${failed}-${files.length}.json`)
  writeFileSync(path, JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files }))
  return path
}

describe('countTests', () => {
  it('returns the numbers of passed and failed tests from the report', () => {
    expect(countTests(0, reportOf(7, 0))).toEqual({ passed: 7, failed: 0 })
    expect(countTests(1, reportOf(5, 2))).toEqual({ passed: 5, failed: 2 })
  })

  it('adds a failure when the run failed but no test failed', () => {
    expect(countTests(1, reportOf(7, 0))).toEqual({ passed: 7, failed: 1 })
  })

  it('adds a failure when the report is missing or has no tests', () => {
    expect(countTests(0, join(root, 'absent.json'))).toEqual({ passed: 0, failed: 1 })
    expect(countTests(0, reportOf(0, 0))).toEqual({ passed: 0, failed: 1 })
  })

  it('counts a test file that could not be read as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(countTests(1, reportOf(3, 0, [broken, broken]))).toEqual({ passed: 3, failed: 2 })
  })
})

describe('formatProgress', () => {
  it('prints counts and time for a test run, but only the time for other steps', () => {
    const progress = { passed: 812, failed: 1, files: 257, filesDone: 77, running: [], failures: [] }
    expect(formatProgress('server tests', 192.4, progress)).toBe(
      'server tests: 812 passed, 1 failed, 77 of 257 files, 3:12',
    )
    expect(formatProgress('lint', 9, emptyProgress)).toBe('lint: 0:09')
  })
})

describe('runSteps', () => {
  it('sums passed and failed counts, and prints the output of a failed step', async () => {
    const consoleLog = vi.spyOn(console, 'log').mockImplementation(() => {})
    const outcomes = await runSteps(
      root,
      [
        { name: 'good', command: ['node', '-e', ''] },
        { name: 'bad', command: ['node', '-e', 'console.log("the reason"); process.exit(3)'] },
      ],
      2,
    )
    const printed = consoleLog.mock.calls.flat().join('\n')
    consoleLog.mockRestore()
    expect(formatSummary(outcomes)).toBe('1 passed, 1 failed')
    expect(printed).toContain('the reason')
    expect(printed).toMatch(/✗ bad/)
  })

  it('prints a failed test once, before its step has ended', async () => {
    const progress = (failures: string[]) =>
      JSON.stringify({ passed: 7, failed: failures.length, files: 3, filesDone: 2, running: [], failures })
    const halfWritten = '{"pas'
    const states = [progress(['a.test.ts > one']), halfWritten, progress(['a.test.ts > one', 'a.test.ts > two'])]
    const untilSeen = join(root, 'seen')
    const slow = `
      const { existsSync, writeFileSync } = require('node:fs')
      const states = ${JSON.stringify(states)}
      const write = () => states.length > 0 && writeFileSync(process.env.PROGRESS_FILE, states.shift())
      write()
      setInterval(write, 1500)
      setInterval(() => existsSync(${JSON.stringify(untilSeen)}) && process.exit(1), 20)`
    const log = vi.spyOn(console, 'log').mockImplementation((line: string) => {
      if (line.includes('two')) writeFileSync(untilSeen, '')
    })
    await runSteps(root, [{ name: 'slow', command: ['node', '-e', slow] }], 1)
    const lines = log.mock.calls.map(([line]) => String(line).trim())
    log.mockRestore()
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
      '✗ slow: a.test.ts > one',
      '✗ slow: a.test.ts > two',
      expect.stringMatching(/^✗ slow 1 failed \d/),
    ])
  })

  it('kills a step without progress and its child processes, and prints the running tests', async () => {
    const pidFile = join(root, 'pid')
    const hang = `
      const { spawn } = require('node:child_process')
      const { writeFileSync } = require('node:fs')
      const grandchild = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })
      writeFileSync(${JSON.stringify(pidFile)}, String(grandchild.pid))
      writeFileSync(process.env.PROGRESS_FILE, '{"running":["feed.test.ts > costs two statements"]}')
      setInterval(() => {}, 1000)`
    const outcome = await runStep(root, { name: 'hangs', command: ['node', '-e', hang] }, { silenceLimitMs: 2_000 })
    expect(outcome).toMatchObject({ passed: 0, failed: 1 })
    expect(outcome.output).toContain('nothing happened for 2 s. Running: feed.test.ts > costs two statements')
    await expect.poll(() => readCommand(Number(readFileSync(pidFile, 'utf8')))).toBe('')
  })

  it('counts a missing program as a failure', async () => {
    expect(await runStep(root, { name: 'none', command: ['absent'] })).toMatchObject({ passed: 0, failed: 1 })
  })
})
