import { existsSync } from 'node:fs'

// Debian packages. The key is a file that the package installs.
const needed: Record<string, string> = {
  '/usr/bin/etcd': 'etcd-server',
  '/usr/bin/patroni': 'patroni',
  '/usr/lib/python3/dist-packages/etcd': 'python3-etcd',
  '/usr/lib/postgresql/15/bin/postgres': 'postgresql-15',
  '/usr/sbin/haproxy': 'haproxy',
  '/usr/sbin/nats-server': 'nats-server',
  '/usr/bin/memcached': 'memcached',
  '/usr/bin/swift-proxy-server': 'swift-proxy',
  '/usr/bin/swift-account-server': 'swift-account',
  '/usr/bin/swift-container-server': 'swift-container',
  '/usr/bin/swift-object-server': 'swift-object',
}

/** Returns the Debian 12 packages that the cluster needs and this machine lacks. */
export const findMissingPackages = (exists: (path: string) => boolean = existsSync): string[] =>
  Object.entries(needed).flatMap(([path, name]) => (exists(path) ? [] : [name]))

/** Returns a message with the missing packages and the command that installs them. */
export const formatInstallMessage = (missing: string[]): string =>
  `Missing: ${missing.join(', ')}. Install them with:
  sudo apt-get install --no-install-recommends ${missing.join(' ')}`
