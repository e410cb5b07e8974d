/**
 * `npm test` runs all checks. `npm test -- likes` runs tests with `likes` in their path, but not the journeys in `e2e`.
 * Prints `N passed, N failed` as the last line. Exits with 1 after a failure.
 */
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { type CheckStep, formatOutcomes, formatSummary, runSteps, type StepOutcome } from './run-steps.ts'
import { findSlowTests, readLastDurations, readReleaseDurations } from './slow-tests.ts'
import { buildReporterFlags, createVitestStep, listVerifySteps } from './verify.ts'

const root = join(import.meta.dirname, '..')

const build: CheckStep = { name: 'web build', command: ['node', 'tools/build-web.ts', '--force'] }

// Server tests and web component tests run in parallel, because each alone leaves a third of two cores idle. All steps
// need the built web app.
const suites: CheckStep[] = [
  { name: 'server tests', ...createVitestStep('server') },
  { name: 'embedded database', ...createVitestStep('postgres') },
  { name: 'web components', ...createVitestStep('web') },
  { name: 'payment simulators', ...createVitestStep('simulators') },
]

// The journeys run alone, because they use both cores. In parallel with the server tests, the whole run takes a minute
// longer.
const last: CheckStep[] = [
  { name: 'journeys', ...createVitestStep('e2e') },
  { name: 'size budgets', command: ['node', 'tools/size-budgets.ts'] },
]

// Vitest projects by path. The first match applies. Only projects with selected tests are started, because some
// projects create a database.
const projects: [string, RegExp][] = [
  ['server', /^apps\/server\//],
  ['web', /^apps\/web\/src\/.*\.tsx$/],
  ['postgres', /^packages\/postgres\//],
  ['simulators', /^packages\/simulators\//],
  ['unit', /./],
]

/** Returns a step for tests with one of the words in their path, without journeys. @throws Error if none match. */
function someTests(words: string[]): CheckStep {
  const report = 'test-results/some.json'
  const all = globSync('{apps,cluster,packages,tools}/**/*.test.{ts,tsx}', {
    cwd: root,
    exclude: ['**/node_modules/**'],
  })
  const files = all.filter((path) => words.some((word) => path.includes(word)))
  if (files.length === 0) throw new Error(`No test has ${words.join(' or ')} in its path.`)
  const names = new Set(files.map((path) => projects.find(([, of]) => of.test(path))?.[0] ?? 'unit'))
  const chosen = [...names].flatMap((name) => ['--project', name])
  // Uses absolute paths, because Vitest would compare relative paths with the folder of each project.
  const paths = files.map((path) => join(root, path))
  return {
    name: words.join(', '),
    command: ['vitest', 'run', ...chosen, ...buildReporterFlags(report), ...paths],
    report,
  }
}

async function main(words: string[]): Promise<StepOutcome[]> {
  // Finds the browser before any test runs, so that a missing browser is reported immediately. Tests read `CHROMIUM`.
  process.env.CHROMIUM = findChromium((line) => console.log(line))
  // Deletes reports of earlier runs.
  for (const report of globSync('test-results/*.json', { cwd: root })) rmSync(join(root, report))
  if (words.length > 0) return runSteps(root, [someTests(words)], 1)
  return [
    ...(await runSteps(root, [...listVerifySteps(), build], 2)),
    ...(await runSteps(root, suites, 2)),
    ...(await runSteps(root, last, 1)),
  ]
}

const outcomes = await main(process.argv.slice(2)).catch((error: unknown): StepOutcome[] => {
  console.log(error instanceof Error ? error.message : error)
  return [{ name: 'test', passed: 0, failed: 1, seconds: 0, output: '' }]
})
const line = formatSummary(outcomes)
const slow = findSlowTests(readLastDurations(), readReleaseDurations())
if (slow.length > 0) console.log(`\nSlower than usual:\n${slow.join('\n')}`)
console.log(`\n${formatOutcomes(outcomes)}`)
console.log(line)
process.exitCode = line.endsWith(' 0 failed') ? 0 : 1
