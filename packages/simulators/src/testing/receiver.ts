import { type Listening, listen } from '../http/listen.ts'
import type { WireRequest } from '../http/wire.ts'

/** A merchant's server that records requests in order. `answerWith` sets the status of its responses. */
export type Receiver = Listening & { received: WireRequest[]; answerWith(status: number): void }

export async function aReceiver(): Promise<Receiver> {
  const received: WireRequest[] = []
  let status = 200
  const server = await listen(
    (request) => {
      received.push(request)
      return {
        status,
        headers: { 'content-type': 'application/json' },
        body: '{"ResultCode":0,"ResultDesc":"Accepted"}',
      }
    },
    { port: 0, log: () => {} },
  )
  return {
    ...server,
    received,
    answerWith: (next) => {
      status = next
    },
  }
}
