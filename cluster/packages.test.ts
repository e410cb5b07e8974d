import { expect, it } from 'vitest'
import { findMissingPackages, formatInstallMessage } from './packages.ts'

it('formatInstallMessage returns the missing packages and a command that installs only those packages', () => {
  const missing = findMissingPackages((path) => !/haproxy|postgres/.test(path))
  expect(missing).toEqual(['postgresql-15', 'haproxy'])
  expect(formatInstallMessage(missing).split('\n')).toEqual([
    'Missing: postgresql-15, haproxy. Install them with:',
    '  sudo apt-get install --no-install-recommends postgresql-15 haproxy',
  ])
})

it('findMissingPackages returns no package when all programs exist, and all packages when no program exists', () => {
  expect(findMissingPackages(() => true)).toEqual([])
  expect(findMissingPackages(() => false)).toEqual([
    ...['etcd-server', 'patroni', 'python3-etcd', 'postgresql-15', 'haproxy', 'nats-server', 'memcached'],
    ...['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
  ])
})
