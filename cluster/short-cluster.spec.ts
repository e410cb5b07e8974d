import assert from 'node:assert/strict'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createPhotoForm } from '../e2e/client.ts'
import { applyFault, type FaultOutcome } from './fault-outcome.ts'
import { shortFaults } from './faults.ts'
import { findMissingPackages, formatInstallMessage } from './packages.ts'
import { type SimulatedUsers, signUpUsers } from './simulated-users.ts'
import { type Cluster, minimumClusterSize, startCluster } from './start-cluster.ts'

let cluster: Cluster | undefined
let people: SimulatedUsers | undefined

beforeAll(async () => {
  const missing = findMissingPackages()
  if (missing.length > 0) throw new Error(formatInstallMessage(missing))
  cluster = await startCluster(minimumClusterSize, (line) =>
    console.log(`${Math.round(performance.now() / 1000)} s: ${line}`),
  )
  people = await signUpUsers(cluster.origin, 20)
})

afterAll(async () => {
  people?.close()
  await cluster?.stop()
})

/**
 * Returns the counts that must be zero even on a slow machine. Also returns `what`, the descriptions of the failures.
 */
const harm = ({ lost, wrong, ownWritesNotSeen, eventsLost, what }: FaultOutcome) => ({
  ...{ lost, wrong, ownWritesNotSeen, eventsLost, what },
})
const none = { lost: 0, wrong: 0, ownWritesNotSeen: 0, eventsLost: 0, what: [] }

describe('cluster under load', () => {
  it.each(shortFaults().map((fault) => [fault.name, fault] as const))(
    'loses no acknowledged write and no event during the fault "%s"',
    async (_name, fault) => {
      assert.ok(cluster && people)
      const outcome = await applyFault(cluster, people, fault)
      console.log(JSON.stringify(outcome))
      expect(harm(outcome)).toEqual(none)
      expect(outcome.acknowledged).toBeGreaterThan(0)
    },
  )
})

it('the cluster accepts the chunks of one upload on different nodes', async () => {
  assert.ok(cluster && people)
  const { origin } = cluster
  const photo = (await createPhotoForm(320, 240)).get('photo') as File
  const bytes = new Uint8Array(await photo.arrayBuffer())
  const tus = { origin, cookie: people.writers[0]?.cookie ?? '', 'tus-resumable': '1.0.0' }
  const options = { method: 'POST', headers: { ...tus, 'upload-length': String(bytes.length) } }
  const created = await fetch(`${origin}/api/uploads`, options)
  // HAProxy distributes these requests over the nodes.
  for (let at = 0; at < bytes.length; at += 1_000) {
    const of = { ...tus, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(at) }
    const piece = { method: 'PATCH', headers: of, body: bytes.slice(at, at + 1_000) }
    const response = await fetch(`${origin}${created.headers.get('location')}`, piece)
    expect([at, response.ok]).toEqual([at, true])
  }
})
