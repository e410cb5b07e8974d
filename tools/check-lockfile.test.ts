import { expect, it } from 'vitest'
import { findLockfileFaults } from './check-lockfile.ts'

const integrity = 'sha512-x'
const root = { '': { devDependencies: { biome: '2.0.0' } } }

it('check-lockfile reports an optional dependency for another platform that is missing from the lockfile', () => {
  const biome = { version: '2.0.0', integrity, optionalDependencies: { 'biome-win32-x64': '2.0.0' } }
  const lock = { packages: { ...root, 'node_modules/biome': biome } }
  expect(findLockfileFaults(lock)).toEqual(['biome-win32-x64, which node_modules/biome depends on, has no entry.'])
})

it('check-lockfile reports a dependency without an entry, and an entry without a version', () => {
  expect(findLockfileFaults({ packages: root })).toEqual(['biome, which the project depends on, has no entry.'])
  expect(findLockfileFaults({ packages: { 'node_modules/a': { integrity } } })).toEqual([
    'node_modules/a has no version.',
  ])
})

it('check-lockfile reports a package with a registry URL', () => {
  const resolved = 'https://packages.example.org/a.tgz'
  expect(
    findLockfileFaults({ packages: { 'node_modules/a': { version: '1.0.0', integrity, resolved } } }),
  ).toHaveLength(1)
})

it('check-lockfile accepts a dependency that is installed beside, above or inside the package that needs it', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', integrity, dependencies: { b: '1', c: '1' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', integrity, dependencies: { c: '1', a: '1' } },
    'node_modules/c': { version: '1.0.0', integrity },
    'node_modules/@pawtrait/web': { link: true, resolved: 'apps/web' },
    'apps/web': { version: '0.1.0', dependencies: { a: '1', d: '1' } },
    'apps/web/node_modules/d': { version: '1.0.0', integrity },
  }
  expect(findLockfileFaults({ packages })).toEqual([])
})

it('check-lockfile reports a package without a hash, except an optional development package', () => {
  const fault = 'node_modules/a has no integrity hash.'
  expect(findLockfileFaults({ packages: { 'node_modules/a': { version: '1.0.0' } } })).toEqual([fault])
  expect(findLockfileFaults({ packages: { 'node_modules/a': { version: '1.0.0', optional: true } } })).toEqual([fault])
  expect(
    findLockfileFaults({ packages: { 'node_modules/a': { version: '1.0.0', dev: true, optional: true } } }),
  ).toEqual([])
})
