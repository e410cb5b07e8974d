import { randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type RunningApp, startApp } from '../e2e/app.ts'
import { buildWeb } from '../tools/build-web.ts'
import { type ClusterWorkspace, createClusterWorkspace } from './cluster-workspace.ts'
import { type EtcdMember, startEtcdCluster } from './etcd.ts'
import { type FaultyProxy, openFaultyProxy } from './faulty-proxy.ts'
import { findFreePorts } from './free-ports.ts'
import { haproxyProgram } from './haproxy.ts'
import { respondsOk, waitUntil } from './managed-process.ts'
import { type NatsServer, startNats } from './nats.ts'
import { createDatabase, databaseSettings, type PatroniCluster, startPatroni, waitForReplication } from './patroni.ts'
import { photoStorageSettings, type SwiftStore, startSwift } from './swift.ts'

/** Number of instances of each program in the cluster. */
export type ClusterSize = { nodes: number; databases: number; etcds: number; nats: number }

/** Size of a cluster on three machines. */
export const fullClusterSize: ClusterSize = { nodes: 3, databases: 3, etcds: 3, nats: 3 }

/** The smallest cluster that survives any single failure, except a failure of etcd, NATS or the photo store. */
export const minimumClusterSize: ClusterSize = { nodes: 2, databases: 2, etcds: 1, nats: 1 }

/** An app node with its settings, for a restart after a kill. */
export type AppNode = { app: RunningApp; settings: Record<string, string> }

export type Cluster = {
  /** URL for users, without a trailing slash. */
  origin: string
  nodes: AppNode[]
  /** Proxy between the first node and the primary, for network faults. */
  network: FaultyProxy
  databases: PatroniCluster
  etcds: EtcdMember[]
  nats: NatsServer[]
  swift: SwiftStore
  folder: string
  /** Stops all programs and removes the data. */
  stop: () => Promise<void>
}

/**
 * Starts all programs of the cluster on free loopback ports, in one temporary folder.
 * @throws Error of the program that failed
 */
export async function startCluster(size: ClusterSize, print: (line: string) => void = () => {}): Promise<Cluster> {
  const site = createClusterWorkspace(print)
  try {
    return { ...(await startAll(site, size)), folder: site.folder, stop: site.stop }
  } catch (error) {
    for (const line of site.lastLogLines()) print(line)
    await site.stop()
    throw error
  }
}

/**
 * Like `Promise.all`, but rejects only after all promises have settled. After a rejection, no program is still
 * starting.
 */
async function together<T extends unknown[]>(...begun: { [K in keyof T]: Promise<T[K]> }): Promise<T> {
  await Promise.allSettled(begun)
  return Promise.all(begun) as Promise<T>
}

async function startDatabases(site: ClusterWorkspace, size: ClusterSize) {
  const etcds = await startEtcdCluster(site, size.etcds)
  const databases = await startPatroni(site, size.databases, etcds)
  await createDatabase(databases.members)
  return { etcds, databases }
}

async function startAll(site: ClusterWorkspace, size: ClusterSize) {
  const { print } = site
  const [{ etcds, databases }, swift, nats] = await together(
    startDatabases(site, size),
    startSwift(site),
    startNats(site, size.nats),
    buildWeb(),
  )
  const { members } = databases
  for (const { at } of etcds) print(`etcd         ${at}`)
  for (const { name, postgres, patroni } of members) print(`${name}          127.0.0.1:${postgres}, Patroni ${patroni}`)
  print(`Swift        127.0.0.1:${swift.port}`)
  for (const { url } of nats) print(`NATS         ${url}`)
  const [app = 0, primary = 0, replica = 0, photos = 0, ...nodePorts] = await findFreePorts(4 + size.nodes)
  const fronts = { app, primary, replica, photos }
  await site.add(haproxyProgram(fronts, { nodes: nodePorts, members, photos: [swift.port] })).start()
  const origin = `http://localhost:${app}`
  const network = await openFaultyProxy(primary)
  site.atEnd(network.stop)
  const nodes = await startNodes(site, nodePorts, { origin, network, primary, photos, databases, nats })
  await waitForReplication(members)
  await waitUntil('HAProxy', () => respondsOk(`${origin}/readyz`))
  print(`primary      127.0.0.1:${primary}\nreplicas     127.0.0.1:${replica}\nPawtrait     ${origin}`)
  return { origin, nodes, network, databases, etcds, nats, swift }
}

type Before = Pick<Cluster, 'origin' | 'network' | 'databases' | 'nats'> & { primary: number; photos: number }

/** Access token for the metrics. Required even on loopback, because public requests come from a proxy on loopback. */
const metricsToken = randomBytes(16).toString('hex')

/** Starts the nodes one after another, because the first node migrates the schema. Each node has a data folder. */
async function startNodes(
  { folder, print, atEnd }: ClusterWorkspace,
  ports: number[],
  before: Before,
): Promise<AppNode[]> {
  const { origin, network, primary, photos, databases, nats } = before
  const pepper = join(folder, 'pepper')
  writeFileSync(pepper, randomBytes(32), { mode: 0o400 })
  const reading = databases.members.map(({ postgres }) => postgres)
  const nodes: AppNode[] = []
  atEnd(() => Promise.all(nodes.map((node) => node.app.stop())))
  for (const [i, port] of ports.entries()) {
    const settings = {
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: origin,
      DATA_DIR: join(folder, `node${i + 1}`),
      PEPPER_FILE: pepper,
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN: metricsToken,
      NATS_URL: nats.map(({ url }) => url).join(),
      ...databaseSettings(i === 0 ? network.port : primary, reading),
      ...photoStorageSettings(photos),
      ...{ PACE: '1000000', PHOTOS_PER_DAY: '1000000', POSTS_PER_DAY: '1000000' },
    }
    nodes.push({ app: await startApp(settings), settings })
    print(`app          http://127.0.0.1:${port}`)
  }
  return nodes
}
