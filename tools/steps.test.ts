import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { countsOf, runStep, runSteps, summary } from './steps.ts'

const root = mkdtempSync(join(tmpdir(), 'steps-'))

function reportOf(passed: number, failed: number, files: { status: string; assertionResults: unknown[] }[] = []) {
  const path = join(root, `${passed}-${failed}-${files.length}.json`)
  writeFileSync(path, JSON.stringify({ numPassedTests: passed, numFailedTests: failed, testResults: files }))
  return path
}

describe('the counts of a step', () => {
  it('are those of its report', () => {
    expect(countsOf(0, reportOf(7, 0))).toEqual({ passed: 7, failed: 0 })
    expect(countsOf(1, reportOf(5, 2))).toEqual({ passed: 5, failed: 2 })
  })

  it('hold a failure when the run failed but no test did', () => {
    expect(countsOf(1, reportOf(7, 0))).toEqual({ passed: 7, failed: 1 })
  })

  it('hold a failure when there is no report, or no test in it', () => {
    expect(countsOf(0, join(root, 'absent.json'))).toEqual({ passed: 0, failed: 1 })
    expect(countsOf(0, reportOf(0, 0))).toEqual({ passed: 0, failed: 1 })
  })

  it('count a file that could not be read as a failure', () => {
    const broken = { status: 'failed', assertionResults: [] }
    expect(countsOf(1, reportOf(3, 0, [broken, broken]))).toEqual({ passed: 3, failed: 2 })
  })
})

describe('runSteps', () => {
  it('sums what passed and what failed, and shows what a failed step said', async () => {
    const said = vi.spyOn(console, 'log').mockImplementation(() => {})
    const outcomes = await runSteps(
      root,
      [
        { name: 'good', command: ['node', '-e', ''] },
        { name: 'bad', command: ['node', '-e', 'console.log("the reason"); process.exit(3)'] },
      ],
      2,
    )
    const printed = said.mock.calls.flat().join('\n')
    said.mockRestore()
    expect(summary(outcomes)).toBe('1 passed, 1 failed')
    expect(printed).toContain('the reason')
    expect(printed).toMatch(/✗ bad/)
  })

  it('counts a program that is not there as a failure', async () => {
    expect(await runStep(root, { name: 'none', command: ['absent'] })).toMatchObject({ passed: 0, failed: 1 })
  })
})
