/**
 * Fails on faults of package-lock.json, such as URLs of a registry, packages without a hash, and missing entries of
 * optional packages. `npm ci` refuses a lockfile with missing entries.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The fields of package-lock.json that this check reads. */
export type Lockfile = { packages: Record<string, Entry> }

type Entry = {
  version?: string
  resolved?: string
  link?: boolean
  integrity?: string
  dev?: boolean
  optional?: boolean
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
}

/**
 * Returns the faults of a lockfile, one line each. npm omits the entry of an optional package for another platform when
 * the registry lacks it. `npm ci` then refuses the lockfile.
 */
export function findLockfileFaults({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(entry.link || path === '' || entry.version ? [] : [`${path} has no version.`]),
    ...(/^https?:/.test(entry.resolved ?? '') ? [`${path} contains the address of a registry.`] : []),
    ...(isHashed(path, entry) ? [] : [`${path} has no integrity hash.`]),
    ...missing(packages, path, entry).map(
      (name) => `${name}, which ${path || 'the project'} depends on, has no entry.`,
    ),
  ])
}

// Optional packages of development tools need no hash, because our registry lacks some of these hashes.
const isHashed = (path: string, { link, integrity, dev, optional }: Entry) =>
  link || !path.includes('node_modules/') || integrity !== undefined || (dev === true && optional === true)

function missing(packages: Lockfile['packages'], path: string, entry: Entry): string[] {
  const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies }
  return Object.keys(wanted).filter((name) => !foldersAbove(path).some((folder) => packages[folder + name]))
}

/** Returns the `node_modules` folders in which Node searches for a package that `path` requires, nearest first. */
function foldersAbove(path: string): string[] {
  const parts = path.split('/')
  const folders = parts.map((_, at) => `${parts.slice(0, parts.length - at).join('/')}/node_modules/`)
  return [...folders, 'node_modules/'].map((folder) => folder.replace(/^\//, ''))
}

if (import.meta.main) {
  const lock = JSON.parse(readFileSync(join(process.cwd(), 'package-lock.json'), 'utf8')) as Lockfile
  const faults = findLockfileFaults(lock)
  const seen = Object.keys(lock.packages).length
  for (const fault of faults) console.error(fault)
  if (seen < 300) console.error(`check-lockfile: saw ${seen} packages, expected at least 300.`)
  console.log(`check-lockfile: ${seen} packages, ${faults.length} faults`)
  process.exitCode = faults.length > 0 || seen < 300 ? 1 : 0
}
