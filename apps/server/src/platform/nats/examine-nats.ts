import { once } from 'node:events'
import { connect as openSocket } from 'node:net'
import { connect } from '@nats-io/transport-node'
import type { Finding } from '#platform/finding.ts'
import { inTime } from '#platform/process/in-time.ts'
import { SUBJECT, subscribe } from './nats.ts'
import { natsAccess } from './nats-access.ts'

const WAIT_MS = 3_000
const LATE = 'without NATS live messages come up to a second late.'

/** A server speaks first; the client would wait for one that does not for longer than it is told to. */
async function faultOfSilence(server: URL): Promise<string | undefined> {
  const socket = openSocket({ host: server.hostname.replace(/^\[|\]$/g, ''), port: Number(server.port || 4222) })
  try {
    return (await inTime(once(socket, 'data'), WAIT_MS)) ? undefined : 'no answer'
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : 'no connection'
  } finally {
    socket.destroy()
  }
}

async function wrongWith(url: string): Promise<string | undefined> {
  const fault = await faultOfSilence(new URL(url))
  if (fault) return `cannot be reached (${fault}): ${LATE}`
  const options = { reconnect: false, timeout: WAIT_MS, name: 'pawtrait doctor' }
  const nats = await connect({ ...natsAccess([url]), ...options })
  try {
    const heard = await subscribe(nats, () => {})
    return heard ? undefined : `lets nobody with this user hear ${SUBJECT}: ${LATE}`
  } finally {
    await nats.close()
  }
}

const faultOf = (error: unknown) =>
  `does not take us (${error instanceof Error ? error.message : 'no reason'}): ${LATE}`

/** The servers that wake processes: a line for each, which holds no address. */
export const examineNats = (urls: readonly string[]): Promise<Finding[]> =>
  Promise.all(
    urls.map(async (url, at) => {
      const wrong = await wrongWith(url).catch(faultOf)
      return { what: 'nats', ok: !wrong, says: `number ${at + 1} ${wrong ?? 'answers and knows us.'}` }
    }),
  )
