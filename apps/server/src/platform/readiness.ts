import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import type { FieldError } from '@pawtrait/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { Deps } from './context.ts'
import { JOBS_SCHEMA } from './jobs.ts'

// What is due is taken within seconds, and what failed is put off: ten minutes over its time, nobody takes it.
const LATE_MINUTES = 10

const BYTES_PER_MB = 1024 ** 2

type Probe = Pick<Deps, 'config' | 'database'> & { now: Date }

const notReady = (field: string, message: string): FieldError => ({ field, code: 'not-ready', message })

/** Asks what only this question has the answer to: one that belongs to another question is no answer. */
async function database({ database }: Probe): Promise<FieldError | null> {
  const token = randomUUID()
  const isOwn = await database
    .proven<{ token: string }>(sql`select ${token}::text as token`, (row) => row.token === token)
    .then(
      () => true,
      () => false,
    )
  return isOwn ? null : notReady('database', 'The database does not answer as it should.')
}

async function disk({ config }: Probe): Promise<FieldError | null> {
  const { bavail, bsize } = await statfs(config.dataDir)
  const freeMb = Math.floor((bavail * bsize) / BYTES_PER_MB)
  if (freeMb >= config.minFreeMb) return null
  return notReady('disk', `The data folder has ${freeMb} MB left; ${config.minFreeMb} are needed.`)
}

const late = (now: Date) => sql`${now.toISOString()}::timestamptz - ${LATE_MINUTES}::int * interval '1 minute'`

async function jobs({ database, now }: Probe): Promise<FieldError | null> {
  const waiting = await database.row(sql`
    select 1 from ${sql.identifier(JOBS_SCHEMA)}.job where state < 'active' and start_after < ${late(now)} limit 1`)
  return waiting ? notReady('jobs', `A job is due for more than ${LATE_MINUTES} minutes.`) : null
}

async function events({ database, now }: Probe): Promise<FieldError | null> {
  const waiting = await database.row(sql`select 1 from events where due_at < ${late(now)} limit 1`)
  return waiting ? notReady('events', `An event is due for more than ${LATE_MINUTES} minutes.`) : null
}

/**
 * The health check behind `/readyz`: what of this instance cannot serve at the moment, a sentence each; nothing
 * secret, as anybody may ask.
 */
export async function readinessProblems(asked: Probe): Promise<FieldError[]> {
  const [base, space] = await Promise.all([
    database(asked),
    disk(asked).catch(() => notReady('disk', 'The data folder cannot be read.')),
  ])
  // Without a database the queues cannot be asked either.
  const cannotTell = () => notReady('jobs', 'The queue cannot be read.')
  const queues = base ? [] : await Promise.all([jobs(asked), events(asked)]).catch(() => [cannotTell()])
  return [base, space, ...queues].filter((part) => part !== null)
}
