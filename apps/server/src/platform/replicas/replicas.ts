import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Deps } from '#platform/context.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { type Lsn, parseLsn, writtenLsn } from '#platform/database/lsn.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { createReadYourWrites, type ReadYourWrites } from './read-your-writes.ts'
import {
  CHECK_EVERY_MS,
  MAX_LAG_MS,
  openReplica,
  type Replica,
  type ReplicaOptions,
  type ReplicaStatus,
  statusCheckLimits,
} from './replica.ts'
import { addReplicaUsableReader, observeReplicaLag } from './replica-metrics.ts'

/** The read replicas of the database. docs/decisions/0042-reads-from-replicas.md */
export type Replicas = {
  /** Returns a replica at most a second behind, in round-robin order, preferably one that has replayed `lsn`. */
  usable(lsn: Lsn): Replica | undefined
  readYourWrites(deps: Deps): ReadYourWrites
  close(): Promise<void>
}

type Sample = { lsn: Lsn; system: string; atMs: number }

// Maximum number of samples. This number covers more than a second.
const MAX_SAMPLES = 30

const selectSample = sql`
  select ${writtenLsn} as lsn, (select system_identifier::text from pg_control_system()) as system`

/** Samples the WAL position of the primary. The samples cover at least the last second. */
function sampleWalPosition(primary: Connection) {
  const database = connect(primary, { max: 1, limits: statusCheckLimits })
  const closing = new AbortController()
  let samples: Sample[] = []
  let began: Lsn | undefined
  const sample = async () => {
    const atMs = performance.now()
    const found = await database.row<{ lsn: string; system: string }>(selectSample)
    if (!found) return
    samples = [...samples, { ...found, lsn: parseLsn(found.lsn), atMs }].slice(-MAX_SAMPLES)
    began ??= samples[0]?.lsn
  }
  const keepSampling = async () => {
    while (!closing.signal.aborted) {
      // If the primary does not respond, the samples become too old, and no replica is usable.
      await withTimeout(
        sample().catch(() => {}),
        MAX_LAG_MS,
      )
      await sleep(CHECK_EVERY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }
  const sampling = keepSampling()
  return {
    all: () => samples,
    /** WAL position at the start of this process. A replica behind this position may lack tables. */
    began: () => began ?? 0n,
    close: async () => {
      closing.abort()
      await Promise.all([sampling, database.close()])
    },
  }
}

// Returns the age in ms of the oldest write that a replica lacks. Undefined if unknown, or with another primary.
function lagOf(seen: ReplicaStatus | undefined, samples: readonly Sample[], now: number): number | undefined {
  const last = samples.at(-1)
  if (!seen?.follows || !last || seen.system !== last.system) return undefined
  if (now - seen.atMs > MAX_LAG_MS || now - last.atMs > MAX_LAG_MS) return undefined
  // A replica cannot be ahead of its primary. So this replica follows another primary.
  if (last.atMs > seen.atMs && seen.replayed > last.lsn) return undefined
  const firstMissing = samples.find(({ lsn }) => lsn > seen.replayed)
  return firstMissing ? now - firstMissing.atMs : 0
}

/** Opens the replicas. A replica that is down is used as soon as it responds. */
export function openReplicas(
  primary: Connection,
  urls: readonly Connection[],
  options: Omit<ReplicaOptions, 'number'>,
): Replicas {
  const samples = sampleWalPosition(primary)
  const isUsable = (replica: Replica) => {
    const seen = replica.seen()
    const lag = lagOf(seen, samples.all(), performance.now())
    return lag !== undefined && lag <= MAX_LAG_MS && (seen?.replayed ?? 0n) >= samples.began()
  }
  const observe = (replica: Replica) => {
    const lag = lagOf(replica.seen(), samples.all(), performance.now())
    if (lag !== undefined) observeReplicaLag(lag / 1_000, String(replica.number))
  }
  const replicas = urls.map((url, at): Replica => {
    const replica = openReplica(url, { ...options, number: at + 1 }, () => observe(replica))
    return replica
  })
  const removeReaders = replicas.map((replica) =>
    addReplicaUsableReader(() => (isUsable(replica) ? 1 : 0), String(replica.number)),
  )
  let nextIndex = 0
  const all: Replicas = {
    readYourWrites: (deps) => createReadYourWrites(deps, all),
    usable: (lsn) => {
      nextIndex = (nextIndex + 1) % replicas.length
      const candidates = [...replicas.slice(nextIndex), ...replicas.slice(0, nextIndex)].filter(isUsable)
      return candidates.find((replica) => (replica.seen()?.replayed ?? 0n) >= lsn) ?? candidates[0]
    },
    close: async () => {
      for (const end of removeReaders) end()
      await Promise.all([samples.close(), ...replicas.map((replica) => replica.close())])
    },
  }
  return all
}
