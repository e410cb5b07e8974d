import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ConnectionOptions,
  connect,
  type NatsConnection,
  type Status,
  type Subscription,
} from '@nats-io/transport-node'
import type { Log } from '#platform/monitoring/log.ts'
import { readMetric } from '#platform/monitoring/metrics.ts'
import { natsAccess } from './nats-access.ts'
import type { WakeUps } from './wake-ups.ts'

export const SUBJECT = 'pawtrait.live'

const RETRY_MS = 1_000
const DIAL_MS = 2_000
// A connection can be cut off without a word: after two that nobody answers it is made anew.
const HEARTBEAT_MS = 5_000

const readDisconnected = readMetric('gauge', 'nats_disconnected', 'Processes that have NATS_URL and do not reach NATS')

/** For a connection that is tried for ever. @throws out of `connect`, at the next try, when `isWanted` says no. */
function lastingOptions(urls: readonly string[], isWanted: () => boolean): ConnectionOptions {
  return {
    ...natsAccess(urls),
    name: 'pawtrait',
    noEcho: true,
    timeout: DIAL_MS,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    // A password that is wrong may be mended there.
    ignoreAuthErrorAbort: true,
    pingInterval: HEARTBEAT_MS,
    reconnectToServer: () => {
      if (!isWanted()) throw new Error('nobody waits for it')
      return null
    },
  }
}

/** Hears wake-ups from now on. Undefined: this user may not. */
export async function subscribe(nats: NatsConnection, hear: () => void): Promise<Subscription | undefined> {
  const heard = nats.subscribe(SUBJECT, { callback: (error) => (error ? undefined : hear()) })
  await nats.flush()
  return heard.isClosed() ? undefined : heard
}

/**
 * Wake-ups over NATS: empty messages under one subject. Connects as soon as there is a server, and again whenever the
 * connection is lost; nobody waits for that.
 */
export function openNats(urls: readonly string[], log: Log): WakeUps {
  let [closed, hear] = [false, () => {}]
  let [nats, connected]: [NatsConnection | undefined, boolean | undefined] = [undefined, undefined]
  const stands = (now: boolean) => {
    if (now !== connected && !closed) log.info('nats', { connected: now })
    connected = now
    // What was sent meanwhile is lost.
    if (now) hear()
  }
  const follow = (status: Status) => {
    if (status.type === 'disconnect' || status.type === 'reconnect') stands(status.type === 'reconnect')
    if (status.type === 'error') log.error('nats', status.error)
  }
  const converse = async () => {
    const mine = await connect(lastingOptions(urls, () => !closed))
    nats = mine
    try {
      const heard = await subscribe(mine, () => hear())
      if (!heard) throw new Error(`may not subscribe to ${SUBJECT}`)
      void heard.closed.then(() => mine.close())
      stands(true)
      for await (const status of mine.status()) follow(status)
    } finally {
      await mine.close()
    }
  }
  const keepOn = async () => {
    for (;;) {
      await converse().catch((error: unknown) => closed || log.error('nats', error))
      stands(false)
      if (closed) return
      await sleep(RETRY_MS)
    }
  }
  void keepOn()
  const late = setTimeout(() => stands(connected ?? false), DIAL_MS)
  const forget = readDisconnected(() => Number(connected !== true))
  return {
    wake: () => {
      if (connected && nats?.isClosed() === false) nats.publish(SUBJECT)
    },
    onWake: (listener) => {
      hear = listener
    },
    close: async () => {
      closed = true
      clearTimeout(late)
      forget()
      await nats?.close()
    },
  }
}
