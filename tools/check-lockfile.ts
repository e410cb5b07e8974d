/**
 * Fails when `npm ci` would refuse the lockfile (an optional dependency for some platform has no entry), and on
 * registry URLs and packages without a hash.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The parts of the lockfile that are used here. */
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
 * Returns the faults of a lockfile, one line each. npm omits packages for other platforms when its registry lacks them,
 * and then refuses its own lockfile.
 */
export function findLockfileFaults({ packages }: Lockfile): string[] {
  return Object.entries(packages).flatMap(([path, entry]) => [
    ...(entry.link || path === '' || entry.version ? [] : [`${path} has no version.`]),
    ...(/^https?:/.test(entry.resolved ?? '') ? [`${path} names the address of a registry.`] : []),
    ...(isHashed(path, entry) ? [] : [`${path} has no integrity hash.`]),
    ...missing(packages, path, entry).map(
      (name) => `${name}, which ${path || 'the project'} depends on, has no entry.`,
    ),
  ])
}

// A hash may be missing for platform packages of tools: the registry that made the lockfile lacks some of them.
const isHashed = (path: string, { link, integrity, dev, optional }: Entry) =>
  link || !path.includes('node_modules/') || integrity !== undefined || (dev === true && optional === true)

function missing(packages: Lockfile['packages'], path: string, entry: Entry): string[] {
  const wanted = { ...entry.dependencies, ...entry.optionalDependencies, ...entry.devDependencies }
  return Object.keys(wanted).filter((name) => !foldersAbove(path).some((folder) => packages[folder + name]))
}

/** Returns the folders in which Node searches a package from `path`: for `a/node_modules/b` those of `b`, `a`, root. */
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
