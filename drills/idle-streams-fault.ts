import assert from 'node:assert/strict'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findRunningEmbedded } from '@pawtrait/postgres/find-running-embedded.ts'
import { withClient } from '@pawtrait/postgres/with-client.ts'
import { createApiClient } from '../e2e/client.ts'
import { type DrillInstance, readMemoryMb } from './drill-instance.ts'
import type { Fault } from './fault-kinds.ts'
import { openIdleStreams } from './test-connections.ts'

const streamsOfOne = 10 // The app's limit of event streams per user.
const atOnce = 20
// Duration in which the streams remain open. The app checks the session of each stream every minute.
const openMs = 75_000

/** Resets the app's rate limit of sign-ups, because it allows a local instance only a thousand sign-ups an hour. */
async function resetSignUpLimit({ app }: DrillInstance) {
  const connection = findRunningEmbedded(join(app.dataDir, 'postgres'))?.('app')
  assert.ok(connection, 'the app has no running PostgreSQL')
  await withClient(connection, (client) => client.query(`delete from throttles where key like 'sign-ups%'`))
}

async function signUp(instance: DrillInstance, users: number): Promise<string[]> {
  const cookies: string[] = []
  for (let created = 0; created < users; created += atOnce) {
    const names = Array.from({ length: Math.min(atOnce, users - created) }, (_, n) => `idle${created + n}`)
    const clients = await Promise.all(names.map((name) => createApiClient(instance.app, name)))
    cookies.push(...clients.map(({ cookie }) => cookie))
  }
  return cookies
}

/** Opens idle streams of many users under load. Reports the memory per stream. */
export function idleStreamsFault(count: number): Fault {
  let cookies: string[] = []
  return {
    name: `${count.toLocaleString('en')} idle streams for ${openMs / 1_000} s`,
    prepare: async (instance) => {
      await resetSignUpLimit(instance)
      cookies = await signUp(instance, Math.ceil(count / streamsOfOne))
    },
    inject: async (instance) => {
      const before = readMemoryMb(instance)
      const { open, close } = await openIdleStreams(instance.app, cookies, streamsOfOne)
      try {
        const most = open()
        await sleep(openMs)
        const stayedOpen = open()
        const each = ((readMemoryMb(instance) - before) * 1_024) / stayedOpen
        assert.equal(
          stayedOpen,
          cookies.length * streamsOfOne,
          `${most} of ${count} streams opened, ${stayedOpen} stayed open`,
        )
        return `all stayed open, ${each.toFixed(1)} KB each`
      } finally {
        close()
      }
    },
  }
}
