import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Socket, Exchange>()

/**
 * Reads out what is still being sent of a request that was answered early. Node does so by itself only where nobody
 * began to read; else the connection stands still, and the next request on it is never seen. The time a request may
 * take ends this too.
 */
export function drainUnreadBodies(server: Server) {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
    response.once('finish', () => {
      if (request.complete) return
      request.unpipe()
      request.resume()
    })
  })
}

/**
 * Whether a connection still sends what has its answer already: one more would be taken for that of the next request.
 */
export function hasEarlyAnswer(socket: Socket): boolean {
  const exchange = latest.get(socket)
  return exchange !== undefined && exchange.response.headersSent && !exchange.request.complete
}
