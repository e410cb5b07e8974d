import { execFileSync } from 'node:child_process'
import { cpSync, lstatSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { findPackageRoot, preparePostgresBinaries } from './binaries.ts'
import { CannotStart } from './errors.ts'
import { createTestFolder, removeTestFolders } from './testing/programs.ts'

afterEach(removeTestFolders)

it('preparePostgresBinaries creates the library links of a package that was installed without scripts', () => {
  const copy = join(createTestFolder(), 'package')
  cpSync(findPackageRoot(), copy, { recursive: true, verbatimSymlinks: true })
  const libraries = join(copy, 'native/lib')
  const links = () => readdirSync(libraries).filter((name) => lstatSync(join(libraries, name)).isSymbolicLink())
  const before = links()
  for (const name of before) rmSync(join(libraries, name))
  expect(() => execFileSync(join(copy, 'native/bin/postgres'), ['--version'], { stdio: 'pipe' })).toThrow('libicu')
  const { postgres } = preparePostgresBinaries(copy)
  expect(links()).toEqual(before)
  expect(before.length).toBeGreaterThan(9)
  expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain('PostgreSQL) 18')
})

it('findPackageRoot throws CannotStart on a platform without an embedded PostgreSQL', () => {
  expect(() => findPackageRoot('win32')).toThrow(CannotStart)
  expect(() => findPackageRoot('linux', 's390x')).toThrow(/linux-s390x.*DATABASE_URL/)
})
