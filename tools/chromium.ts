/** The browser of the tests: the machine's, else Debian's, else one that npm carries. Run, it says which. */
import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { carriedChromium } from './carried-chromium.ts'

// The shell first: the same browser without windows, which takes less than half of the processor's time.
const names = [
  'chromium-headless-shell',
  'chromium',
  'google-chrome',
  'google-chrome-stable',
  'chromium-browser',
  'chrome',
]

/** No browser here, and none that can be had; `message` ends with the one command to run. */
export class NoChromium extends Error {}

/**
 * What every start of the browser is given. No sandbox: root has none, and many containers give users none either;
 * the tests open pages of ours only. The rest keeps the browser from talking to anybody but the app.
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

/** The first browser on this machine: the one `CHROMIUM` names, else one on the path. */
export function installedChromium(environment = process.env): string | undefined {
  const { CHROMIUM: named, PATH = '' } = environment
  if (named) {
    if (!isProgram(named)) throw new NoChromium(`CHROMIUM names ${named}, which cannot be run. Try: unset CHROMIUM`)
    return named
  }
  const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin'].filter((folder) => folder.startsWith('/'))
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram)
}

/**
 * The path of a Chromium that runs. Looks on the machine, then, as root, asks Debian for one, else npm (Linux x64).
 * Debian's is the newer one: npm's never asks again for a module that once did not come.
 * @throws NoChromium when none of the three gives one.
 */
export function findChromium(say: (line: string) => void = console.error): string {
  const found = installedChromium()
  if (found) return found
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) return debianChromium(say)
  const carried = carriedChromium(say)
  if (carried) return carried
  throw new NoChromium('The tests need Chromium and this machine has none. Run: sudo apt-get install -y chromium')
}

function debianChromium(say: (line: string) => void): string {
  say('No Chromium on this machine: installing Debian’s (apt-get install chromium-headless-shell).')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const aptGet = (...args: string[]) => spawnSync('apt-get', args, { env, encoding: 'utf8' })
  const install = (name: string) => aptGet('install', '-y', '--no-install-recommends', name)
  const done = [aptGet('update', '-q'), install('chromium-headless-shell')]
  // A Debian that does not have it has the whole browser.
  if (done.some(({ status }) => status !== 0)) done.push(install('chromium'))
  const found = installedChromium({ PATH: '/usr/bin' })
  if (found) return found
  throw new NoChromium(`apt-get failed: ${done.map(({ stderr }) => stderr).join('')}\nRun: apt-get install -y chromium`)
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
