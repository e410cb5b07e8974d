import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { readCpuMs } from './process-usage.ts'
import type { RecordedStatement } from './serve-app.ts'

export const hasPgbench = (): boolean => {
  try {
    execFileSync('pgbench', ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

// pgbench treats a colon before a letter as a variable, even inside quotes.
const quoted = (text: string) => `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''").replaceAll(':', '\\x3a')}'`

const literal = (value: RecordedStatement['values'][number] | undefined) =>
  value === null || value === undefined ? 'null' : typeof value === 'number' ? String(value) : quoted(String(value))

/** Returns a pgbench script that runs the statements with their values. */
const script = (statements: readonly RecordedStatement[]) =>
  statements
    .map(({ text, values }) =>
      text
        .replaceAll('\n', ' ')
        .replace(/'((?:[^']|'')*)'/g, (_, content: string) => quoted(content.replaceAll("''", "'")))
        .replace(/\$(\d+)/g, (_, at: string) => literal(values[Number(at) - 1])),
    )
    .map((statement) => `${statement};\n`)
    .join('')

export type PgbenchFigures = { perSecond: number; cpuMsPerRequest: number }

/** Runs pgbench and returns its output. @throws Error with pgbench's messages when it fails */
function run(args: readonly string[]): Promise<string> {
  const child = spawn('pgbench', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [printed, complaints]: string[][] = [[], []]
  child.stdout.on('data', (chunk: Buffer) => printed?.push(chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => complaints?.push(chunk.toString()))
  return new Promise((resolve, reject) => {
    child.once('close', (code) =>
      code === 0 ? resolve(printed?.join('') ?? '') : reject(new Error(`pgbench: ${complaints?.join('')}`)),
    )
  })
}

function figure(output: string, pattern: RegExp): number {
  const found = Number(pattern.exec(output)?.[1])
  if (!(found > 0)) throw new Error(`pgbench did nothing: ${output}`)
  return found
}

/**
 * Uses pgbench to run only the SQL of randomly chosen requests on the same database. Measures PostgreSQL's CPU time.
 * Statements are prepared once, as nearly all statements of the app are, so the result is a lower bound.
 */
export async function runPgbench(
  requests: readonly (readonly RecordedStatement[])[],
  connection: SocketConnection,
  { clients, seconds, postgres }: { clients: number; seconds: number; postgres: number },
): Promise<PgbenchFigures> {
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-bench-'))
  try {
    const scripts = requests.flatMap((statements, at) => {
      const file = join(folder, `${at}.sql`)
      writeFileSync(file, script(statements))
      return ['-f', file]
    })
    const where = ['-h', connection.host, '-p', String(connection.port), '-U', connection.user]
    const how = ['-n', '-M', 'prepared', ...scripts, '-c', String(clients), '-T', String(seconds)]
    const before = await readCpuMs([postgres])
    const output = await run([...where, ...how, connection.database])
    const used = (await readCpuMs([postgres])) - before
    const done = figure(output, /processed: (\d+)/)
    return { perSecond: figure(output, /tps = ([\d.]+)/), cpuMsPerRequest: used / done }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
