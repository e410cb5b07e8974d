/**
 * Program that commits a live message and blocks before it reads the result of the commit, until it is killed.
 * `node killed-writer.ts <connection> <NATS_URL> <user> <message>`
 */
import type { UserId } from '@pawtrait/contract/ids.ts'
import { systemClock } from '#platform/clock.ts'
import { type Connection, connect } from '#platform/database/db.ts'
import { startLiveMessages } from '#platform/live/live.ts'
import { createJsonLog } from '#platform/monitoring/log.ts'
import { openWakeUps } from '#platform/nats/wake-ups.ts'

const [connection = '', natsUrl = '', user, message = ''] = process.argv.slice(2)
const connected = Promise.withResolvers<void>()
const log = createJsonLog((line) => line.includes('"connected":true') && connected.resolve(), systemClock.now)
const database = connect(JSON.parse(connection) as Connection, { max: 2 })
const live = await startLiveMessages(database, log, await openWakeUps([natsUrl], log))
await connected.promise

const blockForever = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

await database.transaction(async (db) => {
  await live.send(db, [user as UserId], JSON.parse(message) as object)
  // The commit is sent in this event-loop tick, before `blockForever` runs.
  setImmediate(blockForever)
})
