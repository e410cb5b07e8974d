/**
 * `npm run drill mutate`: mutation testing of use cases and queries in a copy of the checkout. Runs the tests of the
 * feature, then those of the features that import the file. Prints a line of JSON for each survivor: a mutation that
 * neither tests nor types detect.
 */
import { spawn } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createVitest, type Vitest } from 'vitest/node'
import { createSeededRandom } from '../tools/demo/random.ts'
import { applyMutation, findMutations, type Mutation } from '../tools/mutations.ts'

const root = join(import.meta.dirname, '..')
const features = 'apps/server/src/features'
// Excludes tests from mutation, and files without conditions, such as tables and routes.
const decidesNothing = /\.test\.ts$|\.d\.ts$|\/(tables|routes|owned-data)\.ts$|-(tables|worker)\.ts$/
const MAX_MS = 10 * 60_000

type Place = Mutation & { path: string; line: number; was: string }
type Verdict = 'test' | 'type' | 'survived' | 'untested'
type Outcome = { path: string; line: number; kind: string; was: string; becomes: string; from: number; by: Verdict }

const print = (line: string) => process.stdout.write(`${line}\n`)

/** Returns all possible mutations, shuffled by the seed. */
function placesIn(folder: string, seed: number): Place[] {
  const paths = globSync(`${features}/**/*.ts`, { cwd: folder }).filter((path) => !decidesNothing.test(path))
  if (paths.length < 100) throw new Error(`only ${paths.length} files to break: is this the checkout?`)
  const places = paths.toSorted().flatMap((path) => {
    const source = readFileSync(join(folder, path), 'utf8')
    return findMutations(path, source).map((mutation) => ({
      ...mutation,
      path,
      line: source.slice(0, mutation.from).split('\n').length,
      was: source.slice(mutation.from, mutation.to),
    }))
  })
  return createSeededRandom(seed).some(places, places.length)
}

/** Copies the checkout without history and data. The copy uses the installed packages of the original. */
function copyOfCheckout(): string {
  const copy = mkdtempSync(join(tmpdir(), 'pawtrait-mutants-'))
  const excluded = new Set(['node_modules', '.git', 'data'])
  cpSync(root, copy, { recursive: true, filter: (source) => !excluded.has(basename(source)) })
  for (const path of globSync('{.,apps/*,packages/*}/node_modules', { cwd: root }))
    symlinkSync(join(root, path), join(copy, path))
  return copy
}

/** Returns whether a program exits with code 0 before the timeout. */
function exitsWithZero(cwd: string, args: string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd, stdio: 'ignore', timeout: MAX_MS })
    child.on('close', (code) => resolve(code === 0))
  })
}

type Tests = { pass: (folders: string[]) => Promise<boolean>; end: () => Promise<void> }

/** Starts one Vitest for all mutations, so that PostgreSQL keeps running and only changed files are compiled again. */
async function openTests(copy: string): Promise<Tests> {
  process.chdir(copy)
  let [failed, startedAt] = [false, 0]
  const start = async (): Promise<Vitest> => {
    const vitest: Vitest = await createVitest({
      root: copy,
      project: ['server'],
      watch: false,
      reporters: [
        {
          onTestCaseResult(test) {
            // Ignores a test of an earlier, cancelled run that ends during this run.
            if (test.result().state !== 'failed' || (test.diagnostic()?.startTime ?? 0) < startedAt) return
            // Records failures as they occur. In the final result of a cancelled run, Vitest reports even failed files
            // as passed.
            failed = true
            void vitest.cancelCurrentRun('test-failure')
          },
        },
      ],
    })
    return vitest
  }
  let vitest = await start()
  const pass = async (folders: string[]) => {
    const files = await vitest.globTestSpecifications(folders)
    for (const path of globSync(`${features}/**/*.ts`, { cwd: copy })) vitest.invalidateFile(join(copy, path))
    ;[failed, startedAt] = [false, Date.now()]
    const timeout = new AbortController()
    const ran = await Promise.race([
      vitest.runTestSpecifications(files),
      sleep(MAX_MS, undefined, { signal: timeout.signal }),
    ])
    timeout.abort()
    if (ran) {
      // Vitest's result also contains test modules of earlier runs.
      const now = ran.testModules.filter(({ moduleId }) => files.some((file) => file.moduleId === moduleId))
      return now.length > 0 && !failed && ran.unhandledErrors.length === 0 && now.every((test) => test.ok())
    }
    await vitest.close()
    vitest = await start()
    return false
  }
  return { pass, end: () => vitest.close() }
}

const passesTypeCheck = (copy: string) =>
  exitsWithZero(copy, ['node_modules/typescript/bin/tsc', '--noEmit', '-p', 'apps/server'])

/** Returns the folders of other features that import a file. */
function importersOf(copy: string, path: string): string[] {
  const specifier = `'#features/${relative(features, path)}'`
  const importing = globSync(`${features}/**/*.ts`, { cwd: copy }).filter((other) =>
    readFileSync(join(copy, other), 'utf8').includes(specifier),
  )
  return [...new Set(importing.map((other) => `${dirname(other)}/`))].filter((folder) => !path.startsWith(folder))
}

type TestContext = { copy: string; tests: Tests; isTested: (folder: string) => Promise<boolean> }

async function testMutation({ copy, tests, isTested }: TestContext, place: Place): Promise<Verdict> {
  const folder = `${dirname(place.path)}/`
  if (!(await isTested(folder))) return 'untested'
  const others = importersOf(copy, place.path)
  const file = join(copy, place.path)
  const source = readFileSync(file, 'utf8')
  writeFileSync(file, applyMutation(source, place))
  try {
    if (!(await tests.pass([folder]))) return 'test'
    if (!(await passesTypeCheck(copy))) return 'type'
    return others.length > 0 && !(await tests.pass(others)) ? 'test' : 'survived'
  } finally {
    writeFileSync(file, source)
  }
}

const keyOf = ({ path, from, kind, was }: Pick<Outcome, 'path' | 'from' | 'kind' | 'was'>) =>
  [path, from, kind, was].join('\0')

function outcomesIn(file: string): Outcome[] {
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as Outcome)
}

/** Tests mutations up to the requested number. Skips mutations in the result file of an earlier run. */
export async function runMutationTests(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      count: { type: 'string', default: '200' },
      seed: { type: 'string', default: String(Date.now() % 100_000) },
      out: { type: 'string' },
    },
  })
  const out = values.out ?? join(tmpdir(), `pawtrait-mutants-${values.seed}.jsonl`)
  const count = Number(values.count)
  const known = new Map(outcomesIn(out).map((outcome) => [keyOf(outcome), outcome]))
  print(`seed ${values.seed}, ${count} places, ${known.size} judged before; each into ${out}`)
  const copy = copyOfCheckout()
  const tests = await openTests(copy)
  const green = new Map<string, Promise<boolean>>()
  const isTested = (folder: string) => {
    const result = green.get(folder) ?? tests.pass([folder])
    green.set(folder, result)
    return result
  }
  const judged: Outcome[] = []
  try {
    for (const place of placesIn(root, Number(values.seed)).slice(0, count)) {
      const { path, line, kind, was, from, text } = place
      const before = known.get(keyOf(place))
      const by = before?.by ?? (await testMutation({ copy, tests, isTested }, place))
      const outcome = { path, line, kind, was, becomes: text, from, by }
      judged.push(outcome)
      if (!before) appendFileSync(out, `${JSON.stringify(outcome)}\n`)
      if (by === 'survived' || by === 'untested') print(JSON.stringify(outcome))
    }
  } finally {
    await tests.end()
    rmSync(copy, { recursive: true, force: true })
  }
  const by = (verdict: Verdict) => judged.filter((outcome) => outcome.by === verdict).length
  print(
    `${by('test')} seen by tests, ${by('type')} by types, ${by('survived')} survived, ${by('untested')} without tests`,
  )
  process.exitCode = by('survived') + by('untested') > 0 ? 1 : 0
}
