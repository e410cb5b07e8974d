import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { type Connection, createPgClient } from './connection-pool.ts'

/** Calls `onNotify` for each NOTIFY, and `onReady` after each (re)connection. Returns a function that unsubscribes. */
export type Listen = (
  channel: string,
  onNotify: (payload: string) => void,
  onReady: () => void,
) => Promise<() => Promise<void>>

type Subscription = { channel: string; onNotify: (payload: string) => void; onReady: () => void }

const RECONNECT_MS = 250
// Interval of heartbeats. If a heartbeat gets no response, the connection broke silently.
const HEARTBEAT_MS = 20_000
const SILENCE_MS = 5_000

const quoteIdentifier = (channel: string) => `"${channel.replaceAll('"', '""')}"`

async function queryWithTimeout(client: pg.Client, text: string): Promise<void> {
  if (!(await withTimeout(client.query(text), SILENCE_MS))) throw new Error('no answer')
}

/** A connection that listens on all channels. It opens at the first `listen`, and reopens when it is lost. */
export class Listener {
  readonly #connection: Connection
  readonly #subscriptions = new Set<Subscription>()
  #client: pg.Client | undefined
  #connecting: Promise<void> | undefined
  #heartbeat: NodeJS.Timeout | undefined
  #closed = false

  constructor(connection: Connection) {
    this.#connection = connection
  }

  readonly listen: Listen = async (channel, onNotify, onReady) => {
    const subscription = { channel, onNotify, onReady }
    this.#subscriptions.add(subscription)
    if (this.#client) await queryWithTimeout(this.#client, `listen ${quoteIdentifier(channel)}`)
    else await this.#connect()
    onReady()
    return async () => {
      this.#subscriptions.delete(subscription)
      const isStillUsed = [...this.#subscriptions].some((other) => other.channel === channel)
      if (!isStillUsed && this.#client) await queryWithTimeout(this.#client, `unlisten ${quoteIdentifier(channel)}`)
    }
  }

  async close(): Promise<void> {
    this.#closed = true
    clearInterval(this.#heartbeat)
    const client = this.#client
    this.#client = undefined
    await client?.end()
  }

  #connect(): Promise<void> {
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined
    })
    return this.#connecting
  }

  async #open() {
    const client = createPgClient(this.#connection)
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload = '' }) => {
      for (const subscription of this.#subscriptions)
        if (subscription.channel === channel) subscription.onNotify(payload)
    })
    try {
      await client.connect()
      for (const { channel } of this.#subscriptions)
        await queryWithTimeout(client, `listen ${quoteIdentifier(channel)}`)
    } catch (error) {
      client.end().catch(() => {})
      throw error
    }
    this.#client = client
    this.#heartbeat = setInterval(() => {
      queryWithTimeout(client, 'select 1').catch(() => this.#lose(client))
    }, HEARTBEAT_MS)
  }

  #lose(lost: pg.Client) {
    if (this.#client !== lost) return
    this.#client = undefined
    clearInterval(this.#heartbeat)
    lost.end().catch(() => {})
    if (!this.#closed) void this.#reconnect()
  }

  async #reconnect() {
    while (!this.#closed && !this.#client) {
      await sleep(RECONNECT_MS)
      if (!this.#client) await this.#connect().catch(() => {})
    }
    if (this.#client) for (const { onReady } of this.#subscriptions) onReady()
  }
}
