import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readPidFile } from '@pawtrait/postgres/orphaned-processes.ts'
import { changeOwner, findInitdbUser } from '@pawtrait/postgres/system-user.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { sendSignal } from '../e2e/processes.ts'
import type { ClusterWorkspace } from './cluster-workspace.ts'
import type { EtcdMember } from './etcd.ts'
import { findFreePorts } from './free-ports.ts'
import { deployPath, respondsOk, waitUntil } from './managed-process.ts'

/** Ports of a PostgreSQL server and its Patroni. */
export type PatroniMember = { name: string; postgres: number; patroni: number }

/** Passwords of the test cluster. The cluster listens only on loopback, and ends with the command that started it. */
const passwords = { superuser: 'super-user', replication: 'replicate', owner: 'owner', app: 'app' }

export type PatroniCluster = {
  members: PatroniMember[]
  /** Kills Patroni and PostgreSQL of a member, as a machine failure would. */
  kill: (member: PatroniMember) => void
  /** Starts a killed member again. */
  start: (member: PatroniMember) => Promise<void>
}

const environment = (folder: string, { name, postgres, patroni }: PatroniMember, etcds: EtcdMember[]) => ({
  HOME: folder,
  LC_ALL: 'C.UTF-8',
  PATRONI_NAME: name,
  PATRONI_RESTAPI_LISTEN: `127.0.0.1:${patroni}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `127.0.0.1:${patroni}`,
  PATRONI_POSTGRESQL_LISTEN: `127.0.0.1:${postgres}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `127.0.0.1:${postgres}`,
  PATRONI_POSTGRESQL_DATA_DIR: join(folder, name),
  PATRONI_POSTGRESQL_PGPASS: join(folder, `${name}.pgpass`),
  PATRONI_ETCD3_HOSTS: etcds.map(({ at }) => at).join(','),
  PATRONI_SUPERUSER_PASSWORD: passwords.superuser,
  PATRONI_REPLICATION_PASSWORD: passwords.replication,
})

async function assignPorts(count: number): Promise<PatroniMember[]> {
  const [postgres, patroni] = [await findFreePorts(count), await findFreePorts(count)]
  return postgres.map((port, i) => ({ name: `pg${i + 1}`, postgres: port, patroni: patroni[i] ?? 0 }))
}

/** Starts `count` members, each with a PostgreSQL. Resolves once there is a leader. The replicas then copy its data. */
export async function startPatroni(
  site: ClusterWorkspace,
  count: number,
  etcds: EtcdMember[],
): Promise<PatroniCluster> {
  const folder = join(site.folder, 'postgresql')
  mkdirSync(folder)
  changeOwner(findInitdbUser(), folder)
  const members = await assignPorts(count)
  const args = [deployPath('patroni/patroni.yml')]
  const engines = new Map(
    members.map((member) => {
      const env = environment(folder, member, etcds)
      return [member, site.add({ name: member.name, command: '/usr/bin/patroni', args, env, user: findInitdbUser() })]
    }),
  )
  const kill = (member: PatroniMember) => {
    engines.get(member)?.signal('SIGKILL')
    const postmaster = readPidFile(join(folder, member.name))
    if (postmaster) sendSignal([postmaster.pid], 'SIGKILL')
  }
  // Also kills PostgreSQL, which survives if `stop` has to kill a Patroni that does not end in time.
  site.atEnd(async () => {
    await Promise.all([...engines.values()].map((engine) => engine.stop()))
    for (const member of members) kill(member)
  })
  const start = async (member: PatroniMember) => engines.get(member)?.start()
  await Promise.all(members.map(start))
  await waitUntil('a primary', async () => (await findLeader(members)) !== undefined, 120_000)
  return { members, kill, start }
}

const findMembersByRole = async (members: PatroniMember[], role: 'primary' | 'replica' | 'synchronous') => {
  const hasRole = await Promise.all(
    members.map(({ patroni }) => respondsOk(`http://127.0.0.1:${patroni}/${role}`).catch(() => false)),
  )
  return members.filter((_, i) => hasRole[i])
}

/** Returns the current primary. */
export const findLeader = async (members: PatroniMember[]): Promise<PatroniMember | undefined> =>
  (await findMembersByRole(members, 'primary'))[0]

/** Returns the replicas that are ready for reads. */
export const findReplicas = (members: PatroniMember[]): Promise<PatroniMember[]> =>
  findMembersByRole(members, 'replica')

/**
 * Returns the database settings of an app node: URLs of the primary for the roles `app` and `owner`, and URLs of all
 * servers for reads.
 */
export const databaseSettings = (primary: number, readers: number[]) => {
  const url = (role: 'owner' | 'app', port: number) =>
    `postgres://pawtrait_${role}:${passwords[role]}@127.0.0.1:${port}/pawtrait`
  return {
    DATABASE_URL: url('app', primary),
    MIGRATION_DATABASE_URL: url('owner', primary),
    // Lists every server, because the app queries the replay position of each. The app does not read from the primary.
    READ_DATABASE_URLS: readers.map((port) => url('app', port)).join(','),
  }
}

/** Returns the synchronous replicas, for which the primary waits before it acknowledges a write. */
export const findSynchronousReplicas = (members: PatroniMember[]): Promise<PatroniMember[]> =>
  findMembersByRole(members, 'synchronous')

/** Waits until all members respond, all replicas follow the primary, and one of them is synchronous. */
export async function waitForReplication(members: PatroniMember[]): Promise<void> {
  await waitUntil('every replica', async () => (await findReplicas(members)).length === members.length - 1, 120_000)
  await waitUntil('a synchronous replica', async () => (await findSynchronousReplicas(members)).length > 0, 60_000)
}

/** Creates the roles and the database on the current leader, without HAProxy, which may not know the leader yet. */
export async function createDatabase(members: PatroniMember[]): Promise<void> {
  const port = (await findLeader(members))?.postgres
  if (!port) throw new Error('no server leads')
  const as = (user: string, password: string, database: string) => ({
    host: '127.0.0.1',
    port,
    user,
    password,
    database,
  })
  const superuser = (database: string) => as('postgres', passwords.superuser, database)
  await withClient(superuser('postgres'), async (client) => {
    await client.query(`create role pawtrait_owner login password '${passwords.owner}'`)
    await client.query(`create role pawtrait_app login password '${passwords.app}'`)
    await client.query('create database pawtrait owner pawtrait_owner')
  })
  const setUp = readFileSync(deployPath('postgresql/database.sql'), 'utf8')
  await withClient(superuser('pawtrait'), (client) => client.query(setUp))
}
