import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const root = new URL('../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')
const isThere = (path: string) => existsSync(new URL(path, root))

/** Returns the cells of a CSV line; quoted cells may contain commas. */
const cellsOf = (line: string) =>
  [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) =>
    (quoted ?? plain ?? '').replaceAll('""', '"'),
  )

const [, ...lines] = read('docs/security/asvs.csv').trim().split('\n')
const requirements = lines.map((line) => {
  const [requirement = '', level, , applies = '', why = '', evidence = ''] = cellsOf(line)
  return { requirement, level, applies, why, evidence: evidence.split(' ').filter(Boolean) }
})

it('asvs.csv has one row for each requirement of ASVS 5.0.0, levels 1 and 2', () => {
  expect(requirements).toHaveLength(253)
  expect(new Set(requirements.map(({ requirement }) => requirement)).size).toBe(253)
  for (const { requirement, applies } of requirements)
    expect([requirement, ['yes', 'no', 'operator', 'open'].includes(applies)]).toEqual([requirement, true])
})

it('asvs.csv names existing files for each met requirement, and a reason for each unmet requirement', () => {
  for (const { requirement, applies, why, evidence } of requirements) {
    expect([requirement, evidence.filter((path) => !isThere(path))]).toEqual([requirement, []])
    expect([requirement, applies === 'yes' ? evidence.length > 0 : why !== '']).toEqual([requirement, true])
  }
})

it('asvs.csv names an existing document for each requirement that operators must meet', () => {
  for (const { requirement, why } of requirements.filter(({ applies }) => applies === 'operator')) {
    const namedPath = /(?:docs|deploy)\/[\w/.-]+\w/.exec(why)?.[0] ?? 'nowhere'
    expect([requirement, namedPath, isThere(namedPath)]).toEqual([requirement, namedPath, true])
  }
})

it('asvs.csv lists at least one and at most five requirements as open', () => {
  const open = requirements.filter(({ applies }) => applies === 'open')
  expect(open.length).toBeLessThanOrEqual(5)
  expect(open.length).toBeGreaterThan(0)
})

it('threats.md names a countermeasure and an existing test for every threat', () => {
  const rows = read('docs/security/threats.md')
    .split('\n')
    .filter((line) => /^\| \d+ /.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
  expect(rows.length).toBeGreaterThanOrEqual(40)
  for (const [, number, who, what, stops, tests = ''] of rows) {
    expect([number, who && what && stops ? 'whole' : 'a cell is empty']).toEqual([number, 'whole'])
    const paths = [...tests.matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
    expect([number, paths.length > 0, paths.filter((path) => !isThere(path))]).toEqual([number, true, []])
  }
})
