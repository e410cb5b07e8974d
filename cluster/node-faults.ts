import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { startApp } from '../e2e/app.ts'
import type { Fault } from './faults.ts'
import { respondsOk, waitUntil } from './managed-process.ts'
import type { AppNode, Cluster } from './start-cluster.ts'

const badMs = 8_000

const second = ({ nodes }: Cluster): AppNode => {
  const [, node] = nodes
  assert.ok(node, 'there is no second node')
  return node
}

/** Kills an app node. Requests fail until HAProxy's health check detects the kill. */
export function nodeKillFault(): Fault {
  return {
    name: 'app node killed',
    aimMs: 1_000,
    inject: async (cluster, markFault) => {
      markFault()
      second(cluster).app.process.kill('SIGKILL')
      await sleep(3_000)
    },
    repair: async (cluster) => {
      const node = second(cluster)
      node.app = await startApp(node.settings)
    },
  }
}

/** Freezes an app node, which then never responds. HAProxy detects the freeze after two checks of 2 s each. */
export function nodeFreezeFault(): Fault {
  return {
    name: `app node frozen for ${badMs / 1_000} s`,
    aimMs: 6_000,
    inject: async (cluster, markFault) => {
      const { process } = second(cluster).app
      markFault()
      process.kill('SIGSTOP')
      await sleep(badMs)
      process.kill('SIGCONT')
    },
    repair: async (cluster) => waitUntil('the node', () => respondsOk(`${second(cluster).app.origin}/readyz`)),
  }
}

/** Returns the number of API requests that a node has handled since its start. */
async function servedBy({ app, settings }: AppNode): Promise<number> {
  const headers = { authorization: `Bearer ${settings.METRICS_TOKEN}` }
  const answer = await fetch(`${app.origin}/metrics`, { headers })
  assert.equal(answer.status, 200, 'its /metrics')
  const metrics = await answer.text()
  const counts = metrics.matchAll(/^http_request_duration_seconds_count\{(.*)\} (\d+)$/gm)
  return [...counts].reduce(
    (sum, [, labels = '', count]) => (/route="\/api/.test(labels) ? sum + Number(count) : sum),
    0,
  )
}

/** Simulates a full disk. The node must report that it is not ready, and then gets no new requests. */
export function nodeNotReadyFault(): Fault {
  return {
    name: `app node not ready for ${badMs / 1_000} s`,
    aimMs: 0,
    inject: async (cluster, markFault) => {
      const node = second(cluster)
      await node.app.stop()
      node.app = await startApp({ ...node.settings, MIN_FREE_MB: '1000000000' })
      markFault()
      await sleep(badMs)
      const { status } = await fetch(`${node.app.origin}/readyz`)
      assert.deepEqual([status, await servedBy(node)], [503, 0], 'its /readyz, and how many were sent to it')
    },
    repair: async (cluster) => {
      const node = second(cluster)
      await node.app.stop()
      node.app = await startApp(node.settings)
    },
  }
}
