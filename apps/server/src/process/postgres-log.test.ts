import { expect, it } from 'vitest'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { createPostgresLog } from './postgres-log.ts'

const levelOf = (line: string) => {
  const lines: string[] = []
  const log = createJsonLog(
    (written) => lines.push(written),
    () => new Date(0),
  )
  createPostgresLog(log)(line)
  return (JSON.parse(lines[0] ?? '{}') as { level: string }).level
}

it.each([
  ['error', '2026-11-27 10:00:00.000 UTC [12] FATAL:  could not write to file "pg_wal/xlogtemp.12"'],
  ['error', '2026-11-27 10:00:00.000 UTC [12] PANIC:  could not locate a valid checkpoint record'],
  ['error', '2026-11-27 10:00:00.000 UTC [9] LOG:  server process (PID 12) was terminated by signal 9: Killed'],
  ['error', 'PostgreSQL ended (SIGKILL): without a word. Restarting it in 0 ms.'],
  ['info', '2026-11-27 10:00:00.000 UTC [12] FATAL:  terminating connection due to administrator command'],
  ['info', '2026-11-27 10:00:00.000 UTC [9] LOG:  checkpoint starting: time'],
])('createPostgresLog writes at level %s: %s', (level, line) => {
  expect(levelOf(line)).toBe(level)
})
