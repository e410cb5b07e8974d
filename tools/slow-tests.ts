/**
 * Finds tests that took far longer than at the last release, which probably means that they waited for a timeout. `node
 * tools/slow-tests.ts` writes `test-times.json` from the last run of `npm test`; `note-release.ts` also writes it.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Test durations in milliseconds, by test name. */
export type TestTimes = Record<string, number>

type Report = {
  testResults: { name: string; assertionResults: { fullName: string; duration?: number | null }[] }[]
}

const root = join(import.meta.dirname, '..')
const timesFile = join(root, 'tools/test-times.json')

// Minimum duration of a recorded test. `findSlowTests` assumes this duration for all other tests.
const SHORT_MS = 500
const SLOW_MS = 10_000
const TIMES_SLOWER = 20

/** Returns the duration of each test in the last run, from the reports in `test-results`. */
export function readLastDurations(): TestTimes {
  const reports = globSync('test-results/*.json', { cwd: root }).map(
    (path) => JSON.parse(readFileSync(join(root, path), 'utf8')) as Report,
  )
  const tests = reports.flatMap(({ testResults }) =>
    testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.map(
        ({ fullName, duration }) => [`${relative(root, name)} > ${fullName}`, Math.round(duration ?? 0)] as const,
      ),
    ),
  )
  return Object.fromEntries(tests)
}

/** Returns a line per test that took over 10 s and over 20 times as long as at the release, longest first. */
export function findSlowTests(times: TestTimes, atRelease: TestTimes): string[] {
  return Object.entries(times)
    .filter(([test, ms]) => ms > SLOW_MS && ms > TIMES_SLOWER * (atRelease[test] ?? SHORT_MS))
    .toSorted(([, one], [, other]) => other - one)
    .map(([test, ms]) => `${(ms / 1000).toFixed(1)} s, at the last release ${formatUsual(atRelease[test])}: ${test}`)
}

const formatUsual = (ms = 0) => (ms === 0 ? `under ${SHORT_MS / 1000} s` : `${(ms / 1000).toFixed(1)} s`)

/** Reads `test-times.json`. */
export const readReleaseDurations = () => JSON.parse(readFileSync(timesFile, 'utf8')) as TestTimes

/** Stores the durations of the last run as those of the release. @throws Error when the run was incomplete. */
export function writeTestTimes(): void {
  const times = readLastDurations()
  const tests = Object.keys(times).length
  if (tests < 1_000) throw new Error(`slow-tests: only ${tests} tests in test-results: run npm test first.`)
  const long = Object.entries(times).filter(([, ms]) => ms >= SHORT_MS)
  const lines = long.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([test, ms]) => `  ${JSON.stringify(test)}: ${ms}`)
  writeFileSync(timesFile, `{\n${lines.join(',\n')}\n}\n`)
}

if (import.meta.main) writeTestTimes()
