/**
 * Test program: starts the embedded PostgreSQL in a folder (first argument), prints a line of JSON, and waits to be
 * killed. The second argument makes it write, compute or exit. A failed start prints one line to stderr.
 */
import { existsSync } from 'node:fs'
import { type SocketConnection, startEmbedded } from '../embedded.ts'
import { withClient } from '../with-client.ts'

const report = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

const writeForever = (connection: SocketConnection) =>
  withClient(connection, async (client) => {
    await client.query('create table if not exists notes (n int)')
    for (let n = 1; ; n++) {
      await client.query('insert into notes values ($1)', [n])
      report({ acknowledged: n })
    }
  })

async function start(dataDir: string, then: string | undefined) {
  const embedded = await startEmbedded({ dataDir, fsync: then === 'write', log: (line) => report({ line }) })
  const connection = embedded.connection('owner')
  report({ pid: embedded.pid(), uid: process.getuid?.(), socket: existsSync(`${connection.host}/.s.PGSQL.5432`) })
  if (then === 'exit') process.exit(0)
  if (then === 'write') await writeForever(connection)
  if (then === 'compute')
    await withClient(connection, (client) => client.query('select count(*) from generate_series(1, 1000000000)'))
}

const [dataDir = '', then] = process.argv.slice(2)
await start(dataDir, then).catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
