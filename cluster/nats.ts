import type { ClusterWorkspace } from './cluster-workspace.ts'
import { findFreePorts } from './free-ports.ts'
import { acceptsConnections, deployPath, type ManagedProcess } from './managed-process.ts'

/** A NATS server that carries live messages between nodes, which connect to `url`. */
export type NatsServer = { url: string; engine: ManagedProcess }

/** Starts `count` servers that forward messages to each other. */
export async function startNats({ add }: ClusterWorkspace, count: number): Promise<NatsServer[]> {
  const [clients, routes] = [await findFreePorts(count), await findFreePorts(count)]
  const route = (i: number) => `nats://127.0.0.1:${routes[i] ?? routes[0]}`
  const servers = clients.map((port, i): NatsServer => {
    const name = `nats${i + 1}`
    const env = {
      NATS_NAME: name,
      NATS_HOST: '127.0.0.1',
      NATS_PORT: String(port),
      NATS_CLUSTER_PORT: String(routes[i]),
      NATS_ROUTE_1: route(0),
      NATS_ROUTE_2: route(1),
      NATS_ROUTE_3: route(2),
    }
    const args = ['-c', deployPath('nats/nats.conf')]
    // A NATS server sends `INFO` as soon as a client connects.
    const isReady = () => acceptsConnections(port, 'INFO ')
    const engine = add({ name, command: '/usr/sbin/nats-server', args, env, isReady })
    return { url: `nats://127.0.0.1:${port}`, engine }
  })
  await Promise.all(servers.map(({ engine }) => engine.start()))
  return servers
}
