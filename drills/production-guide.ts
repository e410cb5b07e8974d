import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Drill, requireProgram, requireRoot, runProgram } from './drill.ts'

const root = join(import.meta.dirname, '..')
const page = join(root, 'docs/operations/production.md')
const base = join(tmpdir(), 'pawtrait-debian-bookworm.tar')

// The drill runs this step and all later steps without a network.
const START = '8. Start'

type Step = { title: string; block: string }

/** Code blocks of production.md in order, each with the title of its step. */
function stepsOf(text: string): Step[] {
  return text.split(/^## /m).flatMap((section) => {
    const title = section.slice(0, section.indexOf('\n'))
    return [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block = '']) => ({ title, block }))
  })
}

async function mustRun(command: string, args: string[]) {
  const { code, err } = await runProgram(command, args)
  if (code !== 0) throw new Error(`${command} ${args[0]}: ${err.slice(-800)}`)
}

/** Creates an empty Debian in `folder`. The first run saves it as a tar file for later runs. */
async function unpackDebian(folder: string) {
  if (!existsSync(base)) {
    await mustRun('debootstrap', ['--variant=minbase', 'bookworm', folder])
    await mustRun('tar', ['-cf', `${base}.draft`, '-C', folder, '.'])
    await mustRun('mv', [`${base}.draft`, base])
    return
  }
  await mustRun('tar', ['-xf', base, '-C', folder])
}

/** Creates the Git repository that production.md clones: the current commit as branch `main`, without tags. */
async function offerRepository(folder: string) {
  const repository = join(folder, 'srv/repository.git')
  await mustRun('git', ['clone', '--quiet', '--bare', '--no-tags', root, repository])
  await mustRun('git', ['-C', repository, 'update-ref', 'refs/heads/main', 'HEAD'])
  await mustRun('git', ['-C', repository, 'symbolic-ref', 'HEAD', 'refs/heads/main'])
}

/** Copies Node from this machine when nodejs.org is not reachable. */
async function copyNode(folder: string) {
  const cli = execFileSync('sh', ['-c', 'realpath "$(command -v npm)"'], { encoding: 'utf8' }).trim()
  mkdirSync(join(folder, 'usr/local/lib/node_modules'), { recursive: true })
  await mustRun('cp', [process.execPath, join(folder, 'usr/local/bin/node')])
  await mustRun('cp', ['-a', join(cli, '../..'), join(folder, 'usr/local/lib/node_modules/npm')])
  await mustRun('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm')])
}

async function prepare(folder: string) {
  await unpackDebian(folder)
  // Sets the mode of the folder, which is "/" in the chroot. With the mode 700 of a temporary folder, the app's user
  // could not enter it.
  chmodSync(folder, 0o755)
  await offerRepository(folder)
  for (const name of ['systemctl', 'certbot'])
    await mustRun('install', [
      '-m',
      '755',
      join(import.meta.dirname, 'debian', name),
      join(folder, 'usr/local/sbin', name),
    ])
  await mustRun('cp', ['/etc/resolv.conf', join(folder, 'etc/resolv.conf')])
  // Copies the CA certificates of this machine, which may be behind a TLS proxy.
  const authorities = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'
  // Creates /etc/ssl, which a minimal Debian lacks.
  mkdirSync(join(folder, 'etc/ssl'), { recursive: true })
  await mustRun('cp', [authorities, join(folder, 'etc/ssl/machine.pem')])
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost pets.example\n')
  // Prevents packages from starting their services in the chroot.
  writeFileSync(join(folder, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
}

/** Joins blocks into one shell script that keeps variables and stops at the first failure. */
function scriptOf(steps: Step[]): string {
  const blocks = steps.map(({ title, block }) => `echo "== ${title}"\n${block}`)
  return [
    'set -euo pipefail',
    'cd /root',
    '[ ! -f /root/values ] || . /root/values',
    ...blocks,
    'declare -p ADDRESS REPOSITORY OPERATOR_MAIL SMTP_URL > /root/values; echo "cd $PWD" >> /root/values',
    '',
  ].join('\n')
}

const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

const inside = `
  set -e
  ip link set lo up 2> /dev/null || true
  mount --bind "$1" "$1"
  mount -t proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  exec chroot "$1" env -i PATH=${PATH} NODE_EXTRA_CA_CERTS=/etc/ssl/machine.pem HOME=/root LANG=C.UTF-8 \\
    bash /root/page.sh`

/**
 * Runs a script as root in a chroot, in its own namespaces. When the script ends, all its processes end. Returns its
 * output.
 */
async function runInside(folder: string, script: string, isOffline: boolean): Promise<string> {
  writeFileSync(join(folder, 'root/page.sh'), script)
  const spaces = ['--mount', '--pid', '--fork', '--kill-child', ...(isOffline ? ['--net'] : [])]
  const child = spawn('unshare', [...spaces, 'sh', '-c', inside, 'sh', folder], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data: Buffer) => (output += data.toString()))
  const code = await new Promise<number | null>((resolve, reject) => child.on('error', reject).on('close', resolve))
  if (code === 0) return output
  const step = [...output.matchAll(/^== (.+)$/gm)].at(-1)?.[1] ?? 'before the first step'
  const logs = ['pawtrait', 'pawtrait-backup']
    .map((unit) => join(folder, `var/log/${unit}.log`))
    .filter((file) => existsSync(file))
  const log = logs.map((file) => readFileSync(file, 'utf8').slice(-600)).join('\n')
  throw new Error(`step "${step}" of production.md fails:\n${output.slice(-1_500)}\n${log}`)
}

const hasMode = (path: string, mode: string) => `[ "$(stat -c '%a %U:%G' ${path})" = '${mode}' ]`

/** Shell commands that check the result after the last step, by title. */
const promises: Record<string, string> = {
  'only root reads the settings': hasMode('/etc/pawtrait/env', '600 root:root'),
  'only the app reads the pepper': hasMode('/etc/pawtrait/pepper', '400 pawtrait:pawtrait'),
  'only the app reads its data': hasMode('/srv/pawtrait', '700 pawtrait:pawtrait'),
  'only the app reads backups': hasMode('/backup/pawtrait', '700 pawtrait:pawtrait'),
  'only root reads the key': hasMode('/etc/nginx/tls/key.pem', '600 root:root'),
  'there is a backup': 'ls -d /backup/pawtrait/*Z',
  'metrics know of the backup': `TOKEN=$(sed -n 's/^METRICS_TOKEN=//p' /etc/pawtrait/env)
    curl -fsS -H "authorization: Bearer $TOKEN" http://127.0.0.1:3000/metrics > /root/metrics
    grep -E '^backup_last_success_timestamp_seconds [1-9]' /root/metrics`,
  'https works': 'curl -fsS --cacert /etc/ssl/drill.pem "https://$ADDRESS/login" > /dev/null',
  'http leads to https': `[ "$(curl -s -o /dev/null -w '%{http_code}' "http://$ADDRESS/login")" = 301 ]`,
  'the access log has networks': "grep '127.0.0.0/24 GET /login 200' /var/log/nginx/access.log",
  'logs are kept for 30 days': "logrotate --debug /etc/logrotate.d/nginx 2>&1 | grep '30 rotations'",
}

/** Findings of `pawtrait doctor` that are expected without a mail server. */
const expected = /^✗ (mail|codes) /

async function followPage(folder: string): Promise<string> {
  await prepare(folder)
  const text = readFileSync(page, 'utf8').replace(/^REPOSITORY=.*$/m, 'REPOSITORY=/srv/repository.git')
  const all = stepsOf(text)
  const isReachable = (await runProgram('curl', ['-fsS', '--head', 'https://nodejs.org/dist/'])).code === 0
  if (!isReachable) await copyNode(folder)
  const steps = all.filter(({ title }) => isReachable || !title.startsWith('3. '))
  const at = steps.findIndex(({ title }) => title === START)
  const check = steps.pop()
  if (at === -1 || !check?.block.includes('doctor'))
    throw new Error('production.md has no step "8. Start" or no last check')
  await runInside(folder, scriptOf(steps.slice(0, at)), false)
  const promiseSteps = Object.entries(promises).map(([title, block]) => ({ title: `promise: ${title}`, block }))
  const offline = `${scriptOf([...steps.slice(at), ...promiseSteps])}\n{ ${check.block} } || true\n`
  const wrong = (await runInside(folder, offline, true)).split('\n').filter((line) => line.startsWith('✗ '))
  const unexpected = wrong.filter((line) => !expected.test(line))
  if (unexpected.length > 0) throw new Error(`doctor after the last step: ${unexpected.join(' ')}`)
  const unreached = isReachable ? '' : '; Node was copied, as nodejs.org is out of reach'
  return `${steps.length + 1} of ${all.length} blocks of production.md work in an empty Debian 12${unreached}`
}

async function runProductionDrill(): Promise<string> {
  requireRoot()
  requireProgram('debootstrap')
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-production-'))
  try {
    return await followPage(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Drill that runs all code blocks of `docs/operations/production.md`. */
export const productionDrills: Drill[] = [{ name: 'production', run: runProductionDrill }]
