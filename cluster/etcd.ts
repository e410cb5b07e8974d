import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import type { ClusterWorkspace } from './cluster-workspace.ts'
import { findFreePorts } from './free-ports.ts'
import { deployPath, type ManagedProcess, respondsOk } from './managed-process.ts'

/** A member of the etcd cluster, which stores Patroni's leader lock. `at` is its host and port for Patroni. */
export type EtcdMember = { at: string; engine: ManagedProcess }

const url = (port: number) => `http://127.0.0.1:${port}`

/** Starts an etcd cluster of `count` members. A cluster of three tolerates one failure. */
export async function startEtcdCluster({ folder, add }: ClusterWorkspace, count: number): Promise<EtcdMember[]> {
  const common = parseEnv(readFileSync(deployPath('etcd/etcd.env'), 'utf8'))
  const [clients, peers] = [await findFreePorts(count), await findFreePorts(count)]
  const members = peers.map((peer, i) => `etcd${i + 1}=${url(peer)}`).join(',')
  const etcds = clients.map((client, i): EtcdMember => {
    const peer = url(peers[i] ?? 0)
    const name = `etcd${i + 1}`
    const env = {
      ...common,
      ETCD_NAME: name,
      ETCD_INITIAL_CLUSTER: members,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer,
      ETCD_LISTEN_PEER_URLS: peer,
      ETCD_ADVERTISE_CLIENT_URLS: url(client),
      ETCD_LISTEN_CLIENT_URLS: url(client),
      ETCD_DATA_DIR: join(folder, name),
    }
    const isReady = () => respondsOk(`${url(client)}/health`)
    return { at: `127.0.0.1:${client}`, engine: add({ name, command: '/usr/bin/etcd', env, isReady }) }
  })
  await Promise.all(etcds.map(({ engine }) => engine.start()))
  return etcds
}

/** Returns the current leader of the etcd cluster. */
export async function findEtcdLeader(etcds: EtcdMember[]): Promise<EtcdMember | undefined> {
  for (const etcd of etcds) {
    const status = await fetch(`http://${etcd.at}/v3/maintenance/status`, { method: 'POST', body: '{}' })
    const { leader, header } = (await status.json()) as { leader: string; header: { member_id: string } }
    if (leader === header.member_id) return etcd
  }
  return undefined
}
