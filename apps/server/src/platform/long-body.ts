import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Readable } from 'node:stream'
import { Problem } from './problem.ts'

const long = new WeakSet<Socket>()

/** Whether what arrives on a connection may take longer than other requests: `longBody` looks after it. */
export const sendsLong = (socket: Socket): boolean => long.has(socket)

type Patience = { idleMs: number; wholeMs: number }

const usual = { idleMs: 30_000, wholeMs: 3 * 3_600_000 }

/**
 * The body of a request that may take hours, unlike others (`requestTimeout`): but something has to come all the time.
 * @throws Problem 'bad-request' when nothing comes, it takes too long, or the sender goes away
 */
export async function* longBody(
  request: IncomingMessage,
  body: Readable,
  { idleMs, wholeMs }: Patience = usual,
): AsyncGenerator<Buffer> {
  const { socket } = request
  long.add(socket)
  const giveUp = () => void body.destroy(new Error('nothing comes any more'))
  const whole = setTimeout(giveUp, wholeMs)
  let idle = setTimeout(giveUp, idleMs)
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      clearTimeout(idle)
      yield chunk
      idle = setTimeout(giveUp, idleMs)
    }
  } catch {
    throw new Problem('bad-request', 'The upload broke off.')
  } finally {
    clearTimeout(idle)
    clearTimeout(whole)
    long.delete(socket)
  }
}
