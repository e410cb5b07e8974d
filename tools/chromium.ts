/**
 * Finds the browser for tests: an installed one, or one from Debian or npm. Run as a program, prints the path of the
 * browser.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installNpmChromium } from './npm-chromium.ts'

// Program names to search for. The headless shell is first, because it needs less than half the CPU time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'chrome',
]

/** Thrown when no browser was found and none could be installed. `message` ends with the command that installs one. */
export class ChromiumNotFound extends Error {}

/**
 * Flags of every browser start. The sandbox is off, because it fails for root and in many containers. Tests open only
 * our own pages. The other flags stop background network traffic.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--no-first-run',
]

/** Returns the first installed browser: the one in `CHROMIUM`, otherwise one on the `PATH`. */
export function findInstalledChromium(environment = process.env): string | undefined {
  const { CHROMIUM: named, PATH = '' } = environment
  if (named) {
    if (!isProgram(named))
      throw new ChromiumNotFound(`CHROMIUM is set to ${named}, which cannot be run. Try: unset CHROMIUM`)
    return named
  }
  const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin'].filter((folder) => folder.startsWith('/'))
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * Returns the path of Chromium. If none is installed, installs one from Debian (as root) or npm (Linux x64). Prefers
 * Debian's Chromium, which is newer. In npm's version, an import that has failed once never succeeds again.
 * @throws ChromiumNotFound if none can be installed.
 */
export function findChromium(print: (line: string) => void = console.error): string {
  const found = findInstalledChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return debianChromium(print)
  const carried = installNpmChromium(print)
  if (carried) return carried
  throw new ChromiumNotFound(
    'The tests need Chromium, but this machine has none. Run: sudo apt-get install -y chromium',
  )
}

function debianChromium(print: (line: string) => void): string {
  print('No Chromium on this machine: installing Debian’s (apt-get install chromium-headless-shell).')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8' })
  const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
  const done = [aptGet('update', '-q'), install('chromium-headless-shell')]
  // Older Debian releases have only the full browser.
  if (done.some(({ status }) => status !== 0)) done.push(install('chromium'))
  const found = findInstalledChromium({ PATH: '/usr/bin' })
  if (found) return found
  throw new ChromiumNotFound(
    `apt-get failed: ${done.map(({ stderr }) => stderr).join('')}\nRun: apt-get install -y chromium`,
  )
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

if (import.meta.main) {
  try {
    const path = findChromium()
    const version = execFileSync(path, ['--version', '--no-sandbox'], { encoding: 'utf8', stdio: 'pipe' }).trim()
    console.log(`${path} (${version})`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
