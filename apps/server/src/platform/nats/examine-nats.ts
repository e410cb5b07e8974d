import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { connect } from '@nats-io/transport-node'
import type { Finding } from '#platform/finding.ts'
import { withTimeout } from '#platform/process/with-timeout.ts'
import { subscribeWakeUps, WAKE_UP_SUBJECT } from './nats.ts'
import { createNatsOptions } from './nats-options.ts'

const WAIT_MS = 3_000
const LATE = 'without NATS, live messages are up to a second late.'

// Waits for the server's greeting first: with a silent server the client exceeds its own timeout.
async function findConnectionFault(server: URL): Promise<string | undefined> {
  const socket = openSocket({ host: server.hostname.replace(/^\[|\]$/g, ''), port: Number(server.port || 4222) })
  try {
    return (await withTimeout(once(socket, 'data'), WAIT_MS)) ? undefined : 'no answer'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
  } finally {
    socket.destroy()
  }
}

async function findNatsFault(url: string): Promise<string | undefined> {
  const fault = await findConnectionFault(new URL(url))
  if (fault) return `cannot be reached (${fault}): ${LATE}`
  const options = { reconnect: false, timeout: WAIT_MS, name: 'pawtrait doctor' }
  const nats = await connect({ ...createNatsOptions([url]), ...options })
  try {
    const subscription = await subscribeWakeUps(nats, () => {})
    return subscription ? undefined : `does not allow this user to subscribe to ${WAKE_UP_SUBJECT}: ${LATE}`
  } finally {
    await nats.close()
  }
}

const formatRefusal = (error: unknown) =>
  `refuses the app (${error instanceof Error ? error.message : 'no reason'}): ${LATE}`

/** Checks every NATS server. Findings contain no URLs, because a URL may include a password. */
export const examineNats = (urls: readonly string[]): Promise<Finding[]> =>
  Promise.all(
    urls.map(async (url, at) => {
      const fault = await findNatsFault(url).catch(formatRefusal)
      return { what: 'nats', ok: !fault, says: `server ${at + 1} ${fault ?? 'accepts the app.'}` }
    }),
  )
