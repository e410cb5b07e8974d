import type { SocketConnection } from '@pawtrait/postgres/embedded.ts'
import { removeTestFolders } from '@pawtrait/postgres/testing/programs.ts'
import { startPrimary, startReplica } from '@pawtrait/postgres/testing/replica.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { connect } from '#platform/database/db.ts'
import { trackInvalidations } from '#platform/database/invalidations.ts'
import { migrate } from '#platform/database/migrate.ts'
import { requestLimits } from '#platform/database/time-limits.ts'
import { readAppMetrics } from '#platform/monitoring/metrics.ts'
import { openReplicas } from '#platform/replicas/replicas.ts'
import { startServer, type TestServer } from '#testing/server.ts'

export type ReplicatedNode = Awaited<ReturnType<typeof startReplicatedNode>>

/** Starts a node with its own database and a streaming replica. Tests can pause and resume the replay. */
export async function startReplicatedNode(settings: Record<string, string> = {}, pages = false) {
  const primary = await startPrimary()
  await migrate(primary.connection('owner'), primary.connection('app').user)
  let replica = await startReplica(primary)
  const connection = replica.connection('app')
  const asSuperuser = (statement: string) =>
    withClient({ ...connection, user: 'postgres' }, (client) => client.query(statement))
  const nodes: TestServer[] = []
  const aNode = async () => {
    const database = connect(primary.connection('app'), { max: 8, name: 'requests', timeZone: 'Africa/Nairobi' })
    const replicas = openReplicas(primary.connection('app'), [connection], {
      max: 4,
      bounded: 2,
      limits: requestLimits,
      timeZone: 'Africa/Nairobi',
    })
    const invalidations = trackInvalidations(database, { withLsn: true })
    const node = await startServer(settings, {}, { pages, doors: { database, replicas, invalidations } })
    nodes.push(node)
    return node
  }
  return {
    primary,
    replica: () => replica,
    node: await aNode(),
    aNode,
    pause: () => asSuperuser('select pg_wal_replay_pause()'),
    resume: () => asSuperuser('select pg_wal_replay_resume()'),
    promote: () => asSuperuser('select pg_promote()'),
    /** Makes the replica replay each commit `ms` milliseconds late. */
    delay: (ms: number) =>
      withClient({ ...connection, user: 'postgres' }, async (client) => {
        await client.query(`alter system set recovery_min_apply_delay = '${ms}ms'`)
        await client.query('select pg_reload_conf()')
      }),
    stopReplica: () => replica.stop(),
    startReplica: async () => {
      replica = { ...replica, ...(await replica.again()) }
    },
    stop: async () => {
      for (const node of nodes.toReversed()) {
        await node.deps.replicas?.close()
        await node.stop()
      }
      await replica.stop()
      await primary.stop()
      removeTestFolders()
    },
  }
}

/** Formats a connection as a URL for settings. */
export const connectionUrl = ({ host, port, user, database }: SocketConnection) =>
  `postgres://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`

/** Returns the value of a counter with one label. */
export function readCounterValue(name: string, label: string): number {
  const series = readAppMetrics().find((metric) => metric.name === name)?.series ?? []
  return series.find(({ labels }) => labels[0] === label)?.values[0] ?? 0
}
