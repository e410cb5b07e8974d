import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readReleases } from '#platform/database/migration-files.ts'

const root = fileURLToPath(new URL('../../../../..', import.meta.url))

const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, ...args], { stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 })
const readGitOutput = (...args: string[]): string => {
  try {
    return git(...args)
      .toString()
      .trim()
  } catch {
    return ''
  }
}

/** Returns the commit of the last release, by its tag or by `releases.json`. Returns '' in a shallow clone. */
function findReleaseCommit(version: string): string {
  const tagged = readGitOutput('rev-parse', '--verify', '--quiet', `refs/tags/v${version}^{commit}`)
  if (tagged || readGitOutput('rev-parse', '--is-shallow-repository') !== 'false') return tagged
  return readGitOutput('log', '-1', '--format=%H', '--', 'apps/server/migrations/releases.json')
}

/** Links third-party packages and the built web app of this checkout. Our own packages are from the commit. */
function installRelease(folder: string) {
  const installed = join(root, 'node_modules')
  mkdirSync(join(folder, 'node_modules/@pawtrait'), { recursive: true })
  for (const name of readdirSync(installed).filter((one) => one !== '@pawtrait'))
    symlinkSync(join(installed, name), join(folder, 'node_modules', name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(folder, 'node_modules/@pawtrait', name))
  symlinkSync(join(root, 'apps/web/dist'), join(folder, 'apps/web/dist'))
}

/**
 * Extracts the last release to `folder`, which the caller deletes. A shallow clone may lack the commit of that release;
 * then this checkout replaces it. `name` has version and commit, for test titles. `main` is the file to start.
 */
export function extractLastRelease(): { name: string; main: string; folder: string } {
  const version = readReleases().at(-1)?.version ?? ''
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-released-'))
  const commit = findReleaseCommit(version)
  const program = 'apps/server/src/main.ts'
  if (!commit)
    return { name: `this one, for release ${version} is not in this clone`, main: join(root, program), folder }
  const files = git('archive', commit, 'apps/server', 'apps/web/package.json', 'packages', 'package.json')
  execFileSync('tar', ['-x', '-C', folder], { input: files })
  installRelease(folder)
  return { name: `release ${version}, commit ${commit.slice(0, 8)}`, main: join(folder, program), folder }
}
