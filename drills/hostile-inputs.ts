import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ApiClient } from '../e2e/client.ts'
import { type Drill, requireProgram, runProgram } from './drill.ts'
import { withApp } from './photos.ts'

type Target = { path: string; body?: object; parameter: string; cookie: boolean }

const targets: Target[] = [
  { path: '/users', body: { usernameOrEmail: 'amina', zipcode: '00101' }, parameter: 'usernameOrEmail', cookie: false },
  { path: '/users', body: { usernameOrEmail: 'amina', zipcode: '00101' }, parameter: 'zipcode', cookie: false },
  { path: '/api/search?q=amina', parameter: 'q', cookie: true },
  { path: '/api/feed?limit=10', parameter: 'limit', cookie: true },
]

async function runSqlmap(
  origin: string,
  client: ApiClient,
  { path, body, parameter, cookie }: Target,
): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-sqlmap-'))
  const headers = [`Origin: ${origin}`, ...(cookie ? [`Cookie: ${client.cookie}`] : [])]
  if (body) headers.push('Content-Type: application/json')
  const args = ['-u', origin + path, '--batch', '--level=3', '--risk=1', '--dbms=postgresql', '--flush-session']
  args.push('--technique=BEUS', '-p', parameter, `--output-dir=${folder}`, `--headers=${headers.join('\n')}`)
  if (body) args.push(`--data=${JSON.stringify(body)}`)
  try {
    const { out } = await runProgram('sqlmap', args, { env: { ...process.env, HOME: folder } })
    const output = out.toString()
    if (!output.includes('do not appear to be injectable'))
      throw new Error(`sqlmap on ${parameter} of ${path}: ${output.slice(-600)}`)
    return [...output.matchAll(/(\d{3}) \([\w ]+\) - (\d+) times/g)].map(([, status, times]) => `${status} × ${times}`)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function injections(): Promise<string> {
  requireProgram('sqlmap')
  return withApp(async (app, client) => {
    const answers: string[] = []
    for (const target of targets) answers.push(...(await runSqlmap(app.origin, client, target)))
    if ((await fetch(`${app.origin}/readyz`)).status !== 200) throw new Error('the app is not ready any more')
    if (answers.some((answer) => answer.startsWith('5'))) throw new Error(`answers above 499: ${answers.join(', ')}`)
    return `${targets.length} parameters at level 3, none injectable; refusals ${answers.join(', ') || 'none'}`
  })
}

/** Runs the property tests with many more cases than `npm test`. */
async function anyValues(): Promise<string> {
  const runs = process.env.DRILL_RUNS ?? '2000'
  const args = ['vitest', 'run', '--project', 'server', 'tests/fuzz']
  const { code, out } = await runProgram('npx', args, { env: { ...process.env, FUZZ_RUNS: runs } })
  if (code !== 0) throw new Error(out.toString().slice(-1_500))
  return `${runs} runs for every call, none failed`
}

/** Drills that send hostile input to parsers and APIs. */
export const hostileInputDrills: Drill[] = [
  { name: 'B08 injection by sqlmap', run: injections },
  { name: 'B03 any value in any field', run: anyValues },
]
