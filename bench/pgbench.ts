import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { cpuMs } from './accounts.ts'
import type { Recorded } from './serve-app.ts'

export const hasPgbench = (): boolean => {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const literal = (value: Recorded['values'][number] | undefined) =>
  value === null || value === undefined
    ? 'null'
    : typeof value === 'number'
      ? String(value)
      : `'${String(value).replaceAll("'", "''")}'`

/** The statements with their values in place, one script for pgbench. */
const script = (statements: readonly Recorded[]) =>
  statements
    .map(({ text, values }) =>
      text.replace(/\$(\d+)/g, (_, at: string) => literal(values[Number(at) - 1])).replaceAll('\n', ' '),
    )
    .map((statement) => `${statement};\n`)
    .join('')

export type SqlAlone = { perSecond: number; cpuMsPerRequest: number }

/** The SQL alone: the same statements by pgbench on the same database, PostgreSQL's and pgbench's CPU. */
export async function pgbench(
  statements: readonly Recorded[],
  connection: SocketConnection,
  { clients, seconds, postgres }: { clients: number; seconds: number; postgres: number },
): Promise<SqlAlone> {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-bench-'))
  try {
    const file = join(folder, 'statements.sql')
    writeFileSync(file, script(statements))
    const where = ['-h', connection.host, '-p', String(connection.port), '-U', connection.user]
    const how = ['-n', '-f', file, '-c', String(clients), '-T', String(seconds)]
    const before = cpuMs([postgres])
    const child = spawn('pgbench', [...where, ...how, connection.database], { stdio: ['ignore', 'pipe', 'ignore'] })
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
    await new Promise((resolve) => child.once('close', resolve))
    const done = Number(/processed: (\d+)/.exec(output)?.[1] ?? 0)
    const perSecond = Number(/tps = ([\d.]+)/.exec(output)?.[1] ?? 0)
    return { perSecond, cpuMsPerRequest: (cpuMs([postgres]) - before) / Math.max(1, done) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
