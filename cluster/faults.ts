import { setTimeout as sleep } from 'node:timers/promises'
import { type EtcdMember, findEtcdLeader } from './etcd.ts'
import { type ManagedProcess, respondsOk, waitUntil } from './managed-process.ts'
import { nodeFreezeFault, nodeKillFault, nodeNotReadyFault } from './node-faults.ts'
import { findLeader, findReplicas, type PatroniMember, waitForReplication } from './patroni.ts'
import type { Cluster } from './start-cluster.ts'

/**
 * A fault. `inject` calls `markFault` when the fault begins, and returns after the fault. `repair` repairs what the
 * fault has broken.
 */
export type Fault = {
  name: string
  /** Target for the longest period, in milliseconds, in which requests are refused or interrupted. */
  aimMs: number
  /** True if the fault leaves app nodes and network intact. A connection without a response then counts as `wrong`. */
  appMustRespond?: true
  inject: (cluster: Cluster, markFault: () => void) => Promise<void>
  repair: (cluster: Cluster) => Promise<void>
}

const seconds = 8

/** Kills the Patroni and PostgreSQL of a member. `repair` restarts them. */
function member(
  name: string,
  aimMs: number,
  find: (members: PatroniMember[]) => Promise<PatroniMember | undefined>,
): Fault {
  let killed: PatroniMember | undefined
  return {
    name,
    aimMs,
    inject: async ({ databases }, markFault) => {
      killed = await find(databases.members)
      if (!killed) throw new Error(`nothing to kill: ${name}`)
      markFault()
      databases.kill(killed)
      const others = databases.members.filter((other) => other !== killed)
      await waitUntil('a primary', async () => (await findLeader(others)) !== undefined)
    },
    repair: async ({ databases }) => {
      if (killed) await databases.start(killed)
      await waitForReplication(databases.members)
    },
  }
}

/** Kills a program of the cluster and starts it again after some seconds. */
function engine(
  name: string,
  lasts: number,
  aimMs: number,
  find: (cluster: Cluster) => Promise<ManagedProcess | undefined>,
): Fault {
  return {
    name: `${name} killed for ${lasts} s`,
    aimMs,
    appMustRespond: true,
    inject: async (cluster, markFault) => {
      const killed = await find(cluster)
      if (!killed) throw new Error(`nothing to kill: ${name}`)
      markFault()
      killed.signal('SIGKILL')
      await sleep(lasts * 1_000)
      await killed.start()
    },
    repair: async ({ databases }) => waitForReplication(databases.members),
  }
}

function network(state: 'stalled' | 'cut' | 'slow', aimMs: number): Fault {
  return {
    name: `network from a node to the primary ${state} for ${seconds} s`,
    aimMs,
    inject: async ({ network: proxy }, markFault) => {
      markFault()
      proxy.setState(state)
      await sleep(seconds * 1_000)
      proxy.setState('good')
    },
    repair: async ({ nodes }) => {
      const [first] = nodes
      await waitUntil('the node', () => respondsOk(`${first?.app.origin}/readyz`))
    },
  }
}

const leaderOfEtcd = async ({ etcds }: { etcds: EtcdMember[] }) => (await findEtcdLeader(etcds))?.engine

/**
 * Kills the photo proxy. `aimMs` includes 12 s, because the proxy needs some seconds to start again on a busy machine.
 */
const photos = (lasts: number) =>
  engine('proxy of Swift', lasts, (lasts + 12) * 1_000, async ({ swift }) => swift.proxy)

/** Returns all faults in order. `primaries` is the number of kills of the primary. */
export const allFaults = (primaries: number): Fault[] => [
  nodeKillFault(),
  nodeFreezeFault(),
  nodeNotReadyFault(),
  photos(seconds),
  engine('leader of etcd', seconds, 1_000, leaderOfEtcd),
  engine('NATS node', seconds, 0, async ({ nats }) => nats[0]?.engine),
  member('replica killed', 1_000, async (members) => (await findReplicas(members))[0]),
  ...Array.from({ length: primaries }, (_, n) => member(`primary killed, time ${n + 1}`, 15_000, findLeader)),
  network('cut', 1_000 + seconds * 1_000),
  network('stalled', 1_000 + seconds * 1_000),
  network('slow', 0),
]

/** Returns the faults of the short test: an app node, the photo proxy and the primary are killed. */
export const shortFaults = (): Fault[] => [nodeKillFault(), photos(3), member('primary killed', 15_000, findLeader)]
