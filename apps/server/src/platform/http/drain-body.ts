import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Socket, Exchange>()

/**
 * Reads and discards the rest of a request body when the response was sent early, for at most `requestTimeout`. Node
 * does this only for bodies that no handler began to read. An unread body blocks the connection.
 */
export function drainUnreadBodies(server: Server) {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
    response.once('finish', () => {
      if (request.complete) return
      // Uses its own timer: Node's request timeout fires once, and may have fired while a `LongBody` was read.
      const timer = setTimeout(() => request.socket.destroy(), server.requestTimeout)
      request.once('close', () => clearTimeout(timer))
      request.unpipe()
      request.resume()
    })
  })
}

/**
 * Whether the response was sent while the request body still arrives. The client would take a second response for the
 * response to its next request.
 */
export function hasEarlyResponse(socket: Socket): boolean {
  const exchange = latest.get(socket)
  return exchange !== undefined && exchange.response.headersSent && !exchange.request.complete
}
