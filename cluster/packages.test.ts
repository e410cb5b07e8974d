import { expect, it } from 'vitest'
import { installMessage, missingPackages } from './packages.ts'

it('installMessage returns the missing packages and a command that installs only those packages', () => {
  const missing = missingPackages((path) => !/haproxy|postgres/.test(path))
  expect(missing).toEqual(['postgresql-15', 'haproxy'])
  expect(installMessage(missing).split('\n')).toEqual([
    'Missing: postgresql-15, haproxy. Install them with:',
    '  sudo apt-get install --no-install-recommends postgresql-15 haproxy',
  ])
})

it('missingPackages returns no package when all programs exist, and all packages when no program exists', () => {
  expect(missingPackages(() => true)).toEqual([])
  expect(missingPackages(() => false)).toEqual([
    ...['etcd-server', 'patroni', 'python3-etcd', 'postgresql-15', 'haproxy', 'nats-server', 'memcached'],
    ...['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
  ])
})
