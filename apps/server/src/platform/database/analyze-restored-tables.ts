import type pg from 'pg'

const MIN_BYTES = 1024 ** 2

/**
 * Runs ANALYZE on tables of 1 MB or more that have no planner statistics, for example after a dump was loaded.
 * Autovacuum would do it a minute later. Until then PostgreSQL plans as if the tables were nearly empty. `client` is
 * connected as the owner.
 */
export async function analyzeRestoredTables(client: pg.Client): Promise<void> {
  const unanalyzed = await client.query<{ table: string }>(
    `select c.oid::regclass::text as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public' and pg_relation_size(c.oid) >= $1
       and not exists (select 1 from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname)`,
    [MIN_BYTES],
  )
  for (const { table } of unanalyzed.rows) await client.query(`analyze (skip_locked) ${table}`)
}
