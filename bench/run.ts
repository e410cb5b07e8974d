/** `npm run bench`: one table, every row taken in one run on one machine; databases are kept in data-bench/. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startEmbedded } from '@pawtrait/postgres/embedded.ts'
import { SUPERUSER } from '@pawtrait/postgres/make-cluster.ts'
import postgres from 'postgres'
import { migrate } from '../apps/server/src/platform/migrate.ts'
import { pssMb } from './accounts.ts'
import { photoFigures } from './photos.ts'
import { serve } from './processes.ts'
import { feedRow, likeRow, type Row } from './requests.ts'
import { large, readers, type Shape, seed, small } from './seed.ts'
import { startFigures } from './starts.ts'
import { photoLines, requestLines, startLines } from './table.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? '5')
const folder = fileURLToPath(new URL('../data-bench', import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

async function openShape(cluster: Awaited<ReturnType<typeof startEmbedded>>, shape: Shape) {
  const name = `bench_${shape.name}`
  const owner = cluster.connection('owner', name)
  const admin = postgres({ ...cluster.connection('owner'), user: SUPERUSER, max: 1, onnotice: () => {} })
  const [there] = await admin`select 1 from pg_database where datname = ${name}`
  if (!there) await admin.unsafe(`create database ${name} owner ${owner.user} template template1`)
  await admin.end()
  const app = cluster.connection('app', name)
  await migrate(owner, app.user)
  await seed(owner, shape, say)
  return app
}

async function main() {
  mkdirSync(folder, { recursive: true })
  const cluster = await startEmbedded({ dataDir: join(folder, 'postgres'), log: () => {} })
  const postgresPid = cluster.pid() ?? 0
  const rows: Row[] = []
  const lines: string[] = []
  try {
    for (const shape of [small, large]) {
      const connection = await openShape(cluster, shape)
      const dir = join(folder, shape.name)
      const app = await serve('serve-app.ts', { BENCH_CONNECTION: JSON.stringify(connection), BENCH_DIR: dir })
      const bench = { app, connection, postgres: postgresPid, seconds }
      const who = shape === small ? ['average'] : readers.map(({ name }) => name)
      for (const reader of who)
        for (const connections of [1, 16])
          rows.push(await feedRow(bench, reader, connections, `feed ${shape.name} ${reader} ×${connections}`))
      if (shape === small) {
        for (const connections of [1, 16]) rows.push(await likeRow(bench, connections, `like small ×${connections}`))
        lines.push(`memory loaded (bench server and PostgreSQL, PSS): ${pssMb([app.pid, postgresPid]).toFixed(0)} MB`)
        lines.push(...photoLines(await photoFigures(app, 10, 24)))
      }
      await app.stop()
    }
  } finally {
    await cluster.stop()
  }
  lines.push(...startLines(await startFigures(3999)))
  const machine = `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, Node ${process.version}, ${seconds} s a row`
  const table = [machine, '', ...requestLines(rows), '', ...lines]
  for (const line of table) say(line)
  mkdirSync(new URL('results/', import.meta.url), { recursive: true })
  writeFileSync(new URL('results/last.txt', import.meta.url), `${table.join('\n')}\n`)
}

await main()
