import { spawn, spawnSync } from 'node:child_process'

/** Thrown when a drill cannot run on this machine. `message` names the missing program or permission. */
export class DrillSkipped extends Error {}

/** A drill. `run` executes the drill and returns one line of result. @throws Error on a failure, or DrillSkipped */
export type Drill = { name: string; run: () => Promise<string> }

/** Debian packages by the name of the program that they install. */
const packages: Record<string, string> = {
  WebKitWebDriver: 'webkit2gtk-driver',
  Xvfb: 'xvfb',
  exiftool: 'libimage-exiftool-perl',
  faketime: 'faketime',
  nginx: 'nginx-light',
  slowhttptest: 'slowhttptest',
  sqlmap: 'sqlmap',
  strace: 'strace',
  testssl: 'testssl.sh',
  zzuf: 'zzuf',
}

const isInstalled = (tool: string) => spawnSync('sh', ['-c', `command -v ${tool}`]).status === 0

/** Installs a program from Debian if it is missing, which requires root. @throws DrillSkipped */
export function requireProgram(tool: string): void {
  if (isInstalled(tool)) return
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  if (process.getuid?.() === 0 && isInstalled('apt-get'))
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', packages[tool] ?? tool], { env })
  if (!isInstalled(tool)) throw new DrillSkipped(`${tool} missing (Debian package ${packages[tool] ?? tool})`)
}

/** Checks that the drill runs as root, for mounts, other system users or shifted clocks. @throws DrillSkipped */
export function requireRoot(): void {
  if (process.getuid?.() !== 0) throw new DrillSkipped('root needed')
}

/** Runs a program to its end. Returns its exit code and output. */
export function runProgram(
  command: string,
  args: string[],
  options: { cwd?: string; input?: Buffer; env?: NodeJS.ProcessEnv } = {},
): Promise<{ code: number | null; out: Buffer; err: string }> {
  return new Promise((resolve, reject) => {
    const { input, ...where } = options
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], ...where })
    const out: Buffer[] = []
    let err = ''
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out: Buffer.concat(out), err }))
    child.stdin.on('error', () => {}) // The program may end before it has read all input.
    child.stdin.end(input)
  })
}

export const computeP99 = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.99)] ?? Number.NaN
