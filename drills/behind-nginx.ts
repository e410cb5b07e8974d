import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '../apps/server/src/testing/free-port.ts'
import { type RunningApp, startApp } from '../e2e/app.ts'
import { requireProgram } from './drill.ts'

const documented = join(import.meta.dirname, '../deploy/nginx')

type Ports = { https: number; http: number; app: number }

/** A production app behind the nginx of `deploy/nginx`. */
export type AppBehindNginx = {
  /** HTTPS port of nginx, on localhost. */
  port: number
  /** HTTP port of nginx. */
  plainPort: number
  folder: string
  /** nginx's certificate, as PEM. */
  certificate: string
  /** Contents of nginx's access and error logs. */
  logs: () => { access: string; error: string }
  stopApp: () => Promise<void>
  /** Restarts the app on the same port and data. */
  startApp: () => Promise<void>
}

function makeCertificate(folder: string) {
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', 'key.pem']
  const args = ['req', '-x509', ...key, '-out', 'certificate.pem', '-days', '2', ...subject]
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
}

function replaceOnce(text: string, part: string, by: string): string {
  if (text.split(part).length !== 2) throw new Error(`nginx.conf has not exactly one "${part}"`)
  return text.replace(part, () => by)
}

/**
 * Returns the shipped configuration with test ports and paths below `folder`. Client addresses come from the header
 * `X-Test-Client`, because a test cannot send requests from another network.
 */
function configurationFor(folder: string, ports: Ports): string {
  const hasIpv6 = existsSync('/proc/net/if_inet6')
  const replacements: [string, string][] = [
    ['pid /run/nginx.pid', `pid ${folder}/nginx.pid`],
    ['/var/log/nginx/error.log', `${folder}/error.log`],
    ['/var/log/nginx/access.log', `${folder}/access.log`],
    ['listen 80;', `listen ${ports.http};`],
    ['listen [::]:80;', hasIpv6 ? `listen [::]:${ports.http};` : ''],
    ['listen 443 ', `listen ${ports.https} `],
    ['listen [::]:443 ssl http2;', hasIpv6 ? `listen [::]:${ports.https} ssl http2;` : ''],
    ['127.0.0.1:3000', `127.0.0.1:${ports.app}`],
    ['/etc/nginx/tls/certificate.pem', `${folder}/certificate.pem`],
    ['/etc/nginx/tls/key.pem', `${folder}/key.pem`],
    ['root /etc/nginx/pawtrait', `root ${documented}`],
    ['root /var/www/acme', `root ${folder}/acme`],
    ['server_tokens off;', 'server_tokens off;\n  set_real_ip_from 127.0.0.1;\n  real_ip_header X-Test-Client;'],
  ]
  const shipped = readFileSync(join(documented, 'nginx.conf'), 'utf8')
  return replacements.reduce((text, [part, by]) => replaceOnce(text, part, by), shipped)
}

async function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true))
    socket.on('connect', () => socket.destroy()).on('error', () => resolve(false))
  })
}

async function startNginx(folder: string, ports: Ports): Promise<ChildProcess> {
  makeCertificate(folder)
  mkdirSync(join(folder, 'acme'))
  // nginx drops root privileges and reads the pages as www-data.
  execFileSync('chmod', ['755', folder])
  writeFileSync(join(folder, 'nginx.conf'), configurationFor(folder, ports))
  const args = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr', '-g', 'daemon off;']
  const nginx = spawn('nginx', args, { stdio: ['ignore', 'ignore', 'inherit'] })
  while (!(await accepts(ports.https))) {
    if (nginx.exitCode !== null) throw new Error('nginx refuses the shipped configuration')
    await sleep(50)
  }
  return nginx
}

/** Runs `use` with an app behind nginx in its shipped configuration, then stops app and nginx. */
export async function withNginx<T>(use: (app: AppBehindNginx) => Promise<T>): Promise<T> {
  requireProgram('nginx')
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-nginx-'))
  writeFileSync(join(folder, 'pepper'), Buffer.alloc(32, 7), { mode: 0o600 })
  const ports = { https: await findFreePort(), http: await findFreePort(), app: await findFreePort() }
  const settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://localhost:${ports.https}`,
    HOST: '127.0.0.1',
    PORT: String(ports.app),
    DATA_DIR: join(folder, 'data'),
    PEPPER_FILE: join(folder, 'pepper'),
    TRUSTED_PROXIES: '127.0.0.1,::1',
    ZIP_ONLY_SIGNIN: 'i-understand',
  }
  let app: RunningApp | undefined = await startApp(settings)
  let nginx: ChildProcess | undefined
  const read = (name: string) => readFileSync(join(folder, name), 'utf8')
  try {
    nginx = await startNginx(folder, ports)
    return await use({
      port: ports.https,
      plainPort: ports.http,
      folder,
      certificate: read('certificate.pem'),
      logs: () => ({ access: read('access.log'), error: read('error.log') }),
      stopApp: async () => {
        await app?.stop()
        app = undefined
      },
      startApp: async () => {
        app = await startApp(settings)
      },
    })
  } finally {
    nginx?.kill('SIGTERM')
    await app?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}
