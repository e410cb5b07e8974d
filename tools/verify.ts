/** `npm run verify`: runs all checks that need neither database nor browser, in under a minute. */
import { join } from 'node:path'
import { type CheckStep, formatSummary, runSteps } from './run-steps.ts'

const root = join(import.meta.dirname, '..')

/** Checks that need only the installed packages. */
export function listVerifySteps(): CheckStep[] {
  return [
    { name: 'unit tests', ...createVitestStep('unit') },
    // Also reports the errors of the TypeScript compiler (`typeCheck` in .oxlintrc.json).
    { name: 'types and lint', command: ['oxlint', '--deny-warnings', '.'] },
    { name: 'unused code', command: ['knip', '--no-progress', '--no-config-hints'] },
    { name: 'format', command: ['biome', 'check', '.'] },
    { name: 'house', command: ['node', 'tools/check-house.ts'] },
    { name: 'licences', command: ['node', 'tools/check-licences.ts'] },
    { name: 'lockfile', command: ['node', 'tools/check-lockfile.ts'] },
    { name: 'commits', command: ['node', 'tools/check-commits.ts'] },
    { name: 'links in documents', command: ['node', 'tools/check-links.ts'] },
  ]
}

/**
 * Vitest options for three reporters: the default output, the counts in the file `report`, and the progress of the run.
 */
export const buildReporterFlags = (report: string) => [
  '--reporter=default',
  '--reporter=json',
  '--reporter=./tools/progress-reporter.ts',
  `--outputFile.json=${report}`,
]

/** Returns a step that runs a Vitest project and counts its tests. */
export function createVitestStep(project: string): Pick<CheckStep, 'command' | 'report'> {
  const report = `test-results/${project}.json`
  return { command: ['vitest', 'run', '--project', project, ...buildReporterFlags(report)], report }
}

if (import.meta.main) {
  const outcomes = await runSteps(root, listVerifySteps(), 2)
  const line = formatSummary(outcomes)
  console.log(line)
  process.exitCode = line.endsWith(' 0 failed') ? 0 : 1
}
