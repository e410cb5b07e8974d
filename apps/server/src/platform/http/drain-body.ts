import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Socket, Exchange>()

/**
 * Drains the rest of a request body after an early response, for at most `requestTimeout`. Node drains only bodies that
 * no handler began to read. A body that is not drained blocks the connection.
 */
export function drainUnreadBodies(server: Server) {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
    response.once('finish', () => {
      if (request.complete) return
      // Node's own request timeout fires only once, and may have fired while a `LongBody` was being read.
      const timer = setTimeout(() => request.socket.destroy(), server.requestTimeout)
      request.once('close', () => clearTimeout(timer))
      request.unpipe()
      request.resume()
    })
  })
}

/** Whether a body still arrives after its response. A second response would answer the next request. */
export function hasEarlyResponse(socket: Socket): boolean {
  const exchange = latest.get(socket)
  return exchange !== undefined && exchange.response.headersSent && !exchange.request.complete
}
