import { setTimeout as sleep } from 'node:timers/promises'
import {
  type ConnectionOptions,
  connect,
  type NatsConnection,
  type Status,
  type Subscription,
} from '@nats-io/transport-node'
import type { Log } from '#platform/monitoring/log.ts'
import { observableMetric } from '#platform/monitoring/metrics.ts'
import { createNatsOptions } from './nats-options.ts'
import type { WakeUps } from './wake-ups.ts'

export const WAKE_UP_SUBJECT = 'pawtrait.live'

const RETRY_MS = 1_000
const DIAL_MS = 2_000
// Interval of heartbeats. After two heartbeats without a response, the connection is reopened.
const HEARTBEAT_MS = 5_000

const readDisconnected = observableMetric(
  'gauge',
  'nats_disconnected',
  'Processes that have NATS_URL but no connection to NATS',
)

/** Returns connection options that retry without limit. When `isWanted` returns false, the next retry throws. */
function lastingOptions(urls: readonly string[], isWanted: () => boolean): ConnectionOptions {
  return {
    ...createNatsOptions(urls),
    name: 'pawtrait',
    noEcho: true,
    timeout: DIAL_MS,
    waitOnFirstConnect: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: RETRY_MS,
    // Retries even after a wrong password, because the operator may correct it on the server.
    ignoreAuthErrorAbort: true,
    pingInterval: HEARTBEAT_MS,
    reconnectToServer: () => {
      if (!isWanted()) throw new Error('the connection is no longer wanted')
      return null
    },
  }
}

/** Subscribes to wake-ups. Returns undefined if the NATS user lacks the permission. */
export async function subscribeWakeUps(nats: NatsConnection, onWake: () => void): Promise<Subscription | undefined> {
  const subscription = nats.subscribe(WAKE_UP_SUBJECT, { callback: (error) => (error ? undefined : onWake()) })
  await nats.flush()
  return subscription.isClosed() ? undefined : subscription
}

/** Sends wake-ups over NATS as empty messages, all with the same subject. Connects and reconnects in the background. */
export function openNatsWakeUps(urls: readonly string[], log: Log): WakeUps {
  let [closed, onWake] = [false, () => {}]
  let [nats, connected]: [NatsConnection | undefined, boolean | undefined] = [undefined, undefined]
  const setConnected = (isConnected: boolean) => {
    if (isConnected !== connected && !closed) log.info('nats', { connected: isConnected })
    connected = isConnected
    // Wake-ups that were sent before this connection are lost, so the callback is called once now.
    if (isConnected) onWake()
  }
  const follow = (status: Status) => {
    if (status.type === 'disconnect' || status.type === 'reconnect') setConnected(status.type === 'reconnect')
    if (status.type === 'error') log.error('nats', status.error)
  }
  const runConnection = async () => {
    const connection = await connect(lastingOptions(urls, () => !closed))
    nats = connection
    try {
      const subscription = await subscribeWakeUps(connection, () => onWake())
      if (!subscription) throw new Error(`may not subscribe to ${WAKE_UP_SUBJECT}`)
      void subscription.closed.then(() => connection.close())
      setConnected(true)
      for await (const status of connection.status()) follow(status)
    } finally {
      await connection.close()
    }
  }
  const runForever = async () => {
    for (;;) {
      await runConnection().catch((error: unknown) => closed || log.error('nats', error))
      setConnected(false)
      if (closed) return
      await sleep(RETRY_MS)
    }
  }
  void runForever()
  const reportTimer = setTimeout(() => setConnected(connected ?? false), DIAL_MS)
  const removeReader = readDisconnected(() => Number(connected !== true))
  return {
    wake: () => {
      if (connected && nats?.isClosed() === false) nats.publish(WAKE_UP_SUBJECT)
    },
    onWake: (listener) => {
      onWake = listener
    },
    close: async () => {
      closed = true
      clearTimeout(reportTimer)
      removeReader()
      await nats?.close()
    },
  }
}
