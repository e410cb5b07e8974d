import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { giveTo, makerOf } from '@pawtrait/postgres/run-as.ts'
import { freePort, type RunningApp, startApp } from '../e2e/app.ts'
import { buildWeb } from '../tools/build-web.ts'
import { type BadNetwork, layNetwork } from './bad-network.ts'
import { answers, until } from './engine.ts'
import { startEtcd } from './etcd.ts'
import { startHaproxy } from './haproxy.ts'
import { type Databases, databaseSettings, makeDatabase, startPatroni } from './patroni.ts'

/** How many there are of each engine of which there may be several. */
export type Size = { nodes: number; databases: number }

/** A node of the app, and what it was started with: once it has died it is started again with that. */
export type Node = { app: RunningApp; settings: Record<string, string> }

export type Cluster = {
  /** The address that people use, without a slash at the end. */
  origin: string
  nodes: Node[]
  /** The first node's way to the primary. */
  network: BadNetwork
  databases: Databases
  folder: string
  /** Stops all of it and removes the data. */
  stop: () => Promise<void>
}

const ports = (count: number) => Promise.all(Array.from({ length: count }, freePort))

/** Stops what was started, the last first. */
function stopper(folder: string) {
  const stops: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (let next = stops.pop(); next; next = stops.pop()) await next().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
  return { stops, stop }
}

/** Starts all engines on free ports of loopback, below one temporary folder. @throws Error of what did not start */
export async function startCluster(size: Size, say: (line: string) => void = () => {}): Promise<Cluster> {
  await buildWeb()
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-cluster-'))
  chmodSync(folder, 0o711)
  const { stops, stop } = stopper(folder)
  try {
    return { ...(await startAll({ folder, stops, say }, size)), folder, stop }
  } catch (error) {
    const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.log'))
    for (const path of logs) say(`${path}: ${readFileSync(join(folder, path), 'utf8').trim().split('\n').at(-1) ?? ''}`)
    await stop()
    throw error
  }
}

type Begun = { folder: string; stops: (() => Promise<unknown>)[]; say: (line: string) => void }

async function startDatabases({ folder, stops, say }: Begun, count: number): Promise<Databases> {
  const [client = 0, peer = 0, ...rest] = await ports(2 + count * 2)
  const etcd = await startEtcd(folder, { client, peer })
  stops.push(etcd.stop)
  say(`etcd         127.0.0.1:${client}`)
  const members = Array.from({ length: count }, (_, i) => ({
    name: `pg${i + 1}`,
    postgres: rest[i * 2] ?? 0,
    patroni: rest[i * 2 + 1] ?? 0,
  }))
  const below = join(folder, 'postgresql')
  mkdirSync(below)
  giveTo(makerOf(), below)
  const databases = await startPatroni(below, members, client)
  stops.push(databases.stop)
  for (const { name, postgres, patroni } of members) say(`${name}          127.0.0.1:${postgres}, Patroni ${patroni}`)
  return databases
}

async function startAll(begun: Begun, size: Size) {
  const { folder, stops, say } = begun
  const databases = await startDatabases(begun, size.databases)
  const { members } = databases
  const [app = 0, primary = 0, replica = 0, ...nodePorts] = await ports(3 + size.nodes)
  await makeDatabase(members)
  const haproxy = startHaproxy(folder, { app, primary, replica }, nodePorts, members)
  stops.push(haproxy.stop)
  const origin = `http://localhost:${app}`
  const network = await layNetwork(primary)
  stops.push(network.stop)
  const reading = members.map(({ postgres }) => postgres)
  const nodes: Node[] = []
  stops.push(() => Promise.all(nodes.map((node) => node.app.stop())))
  // One after the other: the first brings the schema up to date.
  for (const [i, port] of nodePorts.entries()) {
    const way = databaseSettings(i === 0 ? network.port : primary, reading)
    const settings = { ...way, ...settingsOf(folder, origin), PORT: String(port) }
    nodes.push({ app: await startApp(settings), settings })
    say(`app          http://127.0.0.1:${port}`)
  }
  await until('HAProxy', () => answers(`${origin}/readyz`))
  say(`primary      127.0.0.1:${primary}\nreplicas     127.0.0.1:${replica}\nPawtrait     ${origin}`)
  return { origin, nodes, network, databases }
}

const settingsOf = (folder: string, origin: string) => ({
  HOST: '127.0.0.1',
  PUBLIC_URL: origin,
  DATA_DIR: join(folder, 'data'),
  TRUSTED_PROXIES: '127.0.0.1',
  PACE: '1000000',
  PHOTOS_PER_DAY: '1000000',
  POSTS_PER_DAY: '1000000',
})
