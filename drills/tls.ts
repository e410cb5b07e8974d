import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { join } from 'node:path'
import { withNginx } from './behind-nginx.ts'
import { type Drill, requireProgram, runProgram } from './drill.ts'

function headersOf(port: number): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    get({ host: 'localhost', port, path: '/', rejectUnauthorized: false }, (answer) => {
      answer.resume()
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers })
    }).on('error', reject)
  })
}

type Finding = { id: string; severity: string; finding: string }

/** Returns testssl's findings with a severity above LOW, except those about the self-signed certificate. */
async function findings(port: number, folder: string): Promise<Finding[]> {
  const file = join(folder, 'findings.json')
  const checks = ['--protocols', '--std', '--server-defaults', '--headers']
  const { err } = await runProgram('testssl', [
    '--quiet',
    '--warnings=off',
    ...checks,
    `--jsonfile=${file}`,
    `localhost:${port}`,
  ])
  const found = JSON.parse(readFileSync(file, 'utf8')) as Finding[]
  if (!found.some(({ id, finding }) => id === 'TLS1_3' && finding.startsWith('offered')))
    throw new Error(`testssl has not reached the server: ${err.slice(-300)}`)
  const ofOurOwn = /^(cert|OCSP|DNS_CAA|scanProblem|engine_problem)/
  return found.filter(({ id, severity }) => /MEDIUM|HIGH|CRITICAL/.test(severity) && !ofOurOwn.test(id))
}

async function testssl(): Promise<string> {
  requireProgram('testssl')
  return withNginx(async ({ port, folder }) => {
    const { status, headers } = await headersOf(port)
    if (status !== 200) throw new Error(`the landing page was answered with ${status} behind nginx`)
    if (!/max-age=\d{8}/.test(String(headers['strict-transport-security']))) throw new Error('no HSTS')
    const bad = await findings(port, folder)
    if (bad.length > 0)
      throw new Error(bad.map(({ id, severity, finding }) => `${severity} ${id}: ${finding}`).join('; '))
    return 'deploy/nginx: HSTS, TLS 1.2 and 1.3, no finding of testssl above LOW but the self-signed certificate'
  })
}

/** Drill that checks the TLS configuration in front of the app with testssl. */
export const tlsDrills: Drill[] = [{ name: 'H07 TLS behind nginx by testssl', run: testssl }]
