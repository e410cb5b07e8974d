/**
 * `npm test`: everything that must hold; `npm test -- likes`: the tests whose path contains the word, without journeys.
 * The last line is `N passed, N failed`; exit 1 when anything failed.
 */
import { join } from 'node:path'
import { findChromium } from './chromium.ts'
import { type Outcome, runSteps, type Step, summary } from './steps.ts'
import { verifySteps, vitest } from './verify.ts'

const root = join(import.meta.dirname, '..')

const build: Step = { name: 'web build', command: ['node', 'tools/build-web.ts', '--force'] }

// Each of these fills the machine by itself; the pages of the built web app are needed from here on.
const heavy: Step[] = [
  { name: 'server tests', ...vitest('server') },
  { name: 'embedded database', ...vitest('postgres') },
  { name: 'payment simulators', ...vitest('simulators') },
  { name: 'web components', ...vitest('web') },
  { name: 'journeys', ...vitest('e2e') },
  { name: 'size budgets', command: ['node', 'tools/size-budgets.ts'] },
]

/** The tests of one feature, as far as they need no built app. */
const someTests = (words: string[]): Step => {
  const report = 'test-results/some.json'
  const projects = ['unit', 'server', 'postgres', 'simulators', 'web'].flatMap((name) => ['--project', name])
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return { name: words.join(', '), command: ['vitest', 'run', ...projects, ...reporters, ...words], report }
}

async function main(words: string[]): Promise<Outcome[]> {
  // First, so that a machine without a browser says so at once; the steps find it by the same name.
  process.env.CHROMIUM = findChromium((line) => console.log(line))
  if (words.length > 0) return runSteps(root, [someTests(words)], 1)
  return [...(await runSteps(root, [...verifySteps(), build], 2)), ...(await runSteps(root, heavy, 1))]
}

const outcomes = await main(process.argv.slice(2)).catch((error: unknown): Outcome[] => {
  console.log(error instanceof Error ? error.message : error)
  return [{ name: 'test', passed: 0, failed: 1, seconds: 0, output: '' }]
})
const line = summary(outcomes)
console.log(line)
process.exitCode = line.endsWith(' 0 failed') ? 0 : 1
