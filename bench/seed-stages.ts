import { SUPERUSER } from '@pawtrait/postgres/access.ts'
import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'

/** A step of seeding, which runs once, in one transaction. */
export type SeedStage = { name: string; statements: readonly string[] }

const TABLES = `
  create schema if not exists bench;
  create table if not exists bench.stages (name text primary key);
  create table if not exists bench.indexes (name text primary key, made text not null)`

// Building an index at the end is faster than filling it row by row.
const dropIndexes = (tables: readonly string[]) => `
  with own as (
    insert into bench.indexes
    select i.indexname, i.indexdef from pg_indexes i join pg_class c on c.relname = i.indexname
      join pg_index x on x.indexrelid = c.oid
    where i.tablename = any ('{${tables.join(',')}}') and not x.indisunique returning name)
  select string_agg('drop index ' || name, '; ') as drops from own`

/**
 * Seeds a migrated database stage by stage. A run after an interruption continues with the next stage. Inserts run
 * without triggers and foreign keys. The plain indexes of `tables` are built at the end.
 */
export async function seedStages(
  owner: SocketConnection,
  { tables, stages }: { tables: readonly string[]; stages: readonly SeedStage[] },
  print: (line: string) => void,
): Promise<void> {
  await withClient({ ...owner, user: SUPERUSER }, async (client) => {
    await client.query(`${TABLES}; set session_replication_role = replica; set maintenance_work_mem = '1GB'`)
    const once = async (name: string, work: () => Promise<void>) => {
      if ((await client.query('select 1 from bench.stages where name = $1', [name])).rows.length > 0) return
      const from = performance.now()
      await client.query('begin')
      await work()
      await client.query('insert into bench.stages values ($1)', [name])
      await client.query('commit')
      print(`  ${((performance.now() - from) / 1_000).toFixed(1).padStart(6)} s: ${name}`)
    }
    await once('indexes dropped', async () => {
      const { rows } = await client.query<{ drops: string | null }>(dropIndexes(tables))
      if (rows[0]?.drops) await client.query(rows[0].drops)
    })
    for (const { name, statements } of stages)
      await once(name, async () => {
        for (const statement of statements) await client.query(statement)
      })
    const { rows } = await client.query<{ name: string; made: string }>('select name, made from bench.indexes')
    for (const { name, made } of rows)
      await once(`index ${name}`, async () => {
        await client.query(made)
      })
    if ((await client.query(`select 1 from bench.stages where name = 'vacuum'`)).rows.length > 0) return
    await client.query('vacuum analyze')
    await client.query(`insert into bench.stages values ('vacuum')`)
  })
}
