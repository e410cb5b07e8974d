import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Rows of docs/security/checks.md about sign-in (A01 and following), with the tests that cover each check. */
const rows = [...read('docs/security/checks.md').matchAll(/^\| ([^|]*\bA\d\d\b[^|]*)\|([^|]*)\|/gm)].map(
  ([, checks = '', tests = '']) => ({
    checks: checks.match(/\bA\d\d\b/g) ?? [],
    tests: [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path),
  }),
)

it('docs/security/checks.md has a row for each sign-in check', () => {
  const all = Array.from({ length: 20 }, (_, i) => `A${String(i + 1).padStart(2, '0')}`)
  const named = new Set(rows.flatMap(({ checks }) => checks))
  expect(all.filter((check) => !named.has(check))).toEqual([])
})

it('docs/security/checks.md names a test file for each sign-in check, with the check’s code in a title', () => {
  const nameless = rows.flatMap(({ checks, tests }) => {
    const names = tests.flatMap((path) => read(path).match(/(?:it|describe|test|journey)(?:\.\w+)?\(\s*['"`].*/g) ?? [])
    return checks.filter((check) => !names.some((name) => name.includes(check)))
  })
  expect(nameless).toEqual([])
})
