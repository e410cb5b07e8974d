import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { answers, deploy, type Engine, startEngine, until } from './engine.ts'

/** One etcd: what keeps the lock of the leader. Three of them survive a machine; one shows what Patroni does. */
export async function startEtcd(folder: string, { client, peer }: { client: number; peer: number }): Promise<Engine> {
  const [at, peers] = [`http://127.0.0.1:${client}`, `http://127.0.0.1:${peer}`]
  const env = {
    ...parseEnv(readFileSync(deploy('etcd/etcd.env'), 'utf8')),
    ETCD_INITIAL_CLUSTER: `etcd1=${peers}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: peers,
    ETCD_LISTEN_PEER_URLS: peers,
    ETCD_ADVERTISE_CLIENT_URLS: at,
    ETCD_LISTEN_CLIENT_URLS: at,
    ETCD_DATA_DIR: join(folder, 'etcd'),
  }
  const etcd = startEngine(folder, { name: 'etcd', command: '/usr/bin/etcd', env })
  await until('etcd', () => answers(`${at}/health`))
  return etcd
}
