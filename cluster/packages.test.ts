import { expect, it } from 'vitest'
import { installMessage, missingPackages } from './packages.ts'

it('installMessage lists the missing packages, and one command that installs only those packages', () => {
  const missing = missingPackages((path) => !/haproxy|postgres/.test(path))
  expect(missing).toEqual(['postgresql-15', 'haproxy'])
  expect(installMessage(missing).split('\n')).toEqual([
    'Missing: postgresql-15, haproxy. Install them with:',
    '  sudo apt-get install --no-install-recommends postgresql-15 haproxy',
  ])
})

it('missingPackages returns no package when every program exists, and all packages when none exists', () => {
  expect(missingPackages(() => true)).toEqual([])
  expect(missingPackages(() => false)).toEqual([
    ...['etcd-server', 'patroni', 'python3-etcd', 'postgresql-15', 'haproxy', 'nats-server', 'memcached'],
    ...['swift-proxy', 'swift-account', 'swift-container', 'swift-object'],
  ])
})
