import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../apps/server/src/testing/free-port.ts'
import { startApp } from '../e2e/app.ts'
import { type Drill, need, run } from './drill.ts'

const documented = join(import.meta.dirname, '../docs/operations/nginx.conf')

/** The documented nginx, with a certificate of our own, on a free port. */
async function startNginx(folder: string, port: number, appPort: number): Promise<ChildProcess> {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem']
  execFileSync('openssl', ['req', '-x509', ...key, '-out', 'certificate.pem', '-days', '2', ...subject], {
    cwd: folder,
    stdio: 'ignore',
  })
  const conf = readFileSync(documented, 'utf8')
    .replace('listen 443', `listen ${port}`)
    .replace('localhost:3000', `localhost:${appPort}`)
    .replace(/certificate\.pem|key\.pem/g, (name) => join(folder, name))
  writeFileSync(join(folder, 'nginx.conf'), conf)
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;']
  return spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] })
}

function headersOf(port: number): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    get({ host: 'localhost', port, path: '/', rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    }).on('error', reject)
  })
}

type Finding = { id: string; severity: string; finding: string }

/** What testssl holds against it, a certificate that nobody signed excepted. */
async function findings(port: number, folder: string): Promise<Finding[]> {
  const file = join(folder, 'findings.json')
  const what = ['--protocols', '--std', '--server-defaults', '--headers']
  const { err } = await run('testssl', [
    '--quiet',
    '--warnings=off',
    ...what,
    `--jsonfile=${file}`,
    `localhost:${port}`,
  ])
  const found = JSON.parse(readFileSync(file, 'utf8')) as Finding[]
  if (!found.some(({ id, finding }) => id === 'TLS1_3' && finding.startsWith('offered')))
    throw new Error(`testssl has not reached the server: ${err.slice(-300)}`)
  const ofOurOwn = /^(cert|OCSP|DNS_CAA|scanProblem|engine_problem)/
  return found.filter(({ id, severity }) => /MEDIUM|HIGH|CRITICAL/.test(severity) && !ofOurOwn.test(id))
}

async function behindNginx(): Promise<string> {
  need('nginx')
  need('testssl')
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-tls-'))
  writeFileSync(join(folder, 'pepper'), Buffer.alloc(32, 7), { mode: 0o600 })
  const [port, appPort] = [await freePort(), await freePort()]
  const app = await startApp({
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${port}`,
    PORT: String(appPort),
    DATA_DIR: join(folder, 'data'),
    PEPPER_FILE: join(folder, 'pepper'),
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ZIP_ONLY_SIGNIN: 'i-understand',
  })
  const nginx = await startNginx(folder, port, appPort)
  try {
    await sleep(1_000)
    const { status, headers } = await headersOf(port)
    if (status !== 200) throw new Error(`the landing page was answered with ${status} behind nginx`)
    if (!/max-age=\d{8}/.test(String(headers['strict-transport-security']))) throw new Error('no HSTS')
    const bad = await findings(port, folder)
    if (bad.length > 0)
      throw new Error(bad.map(({ id, severity, finding }) => `${severity} ${id}: ${finding}`).join('; '))
    return 'the documented nginx: HSTS, TLS 1.2 and 1.3, no finding of testssl above LOW but the own certificate'
  } finally {
    nginx.kill('SIGTERM')
    await app.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** TLS in front of it (security.md H07). */
export const tls: Drill[] = [{ name: 'H07 TLS behind nginx by testssl', hold: behindNginx }]
