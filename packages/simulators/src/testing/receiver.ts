import type { WireRequest } from '../http/http-routing.ts'
import { type ListeningServer, listenOnLoopback } from '../http/listen.ts'

/** A merchant's server for tests. Records requests in order, and responds with the status that `answerWith` has set. */
export type Receiver = ListeningServer & { received: WireRequest[]; answerWith(status: number): void }

export async function startReceiver(): Promise<Receiver> {
  const received: WireRequest[] = []
  let status = 200
  const server = await listenOnLoopback(
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
