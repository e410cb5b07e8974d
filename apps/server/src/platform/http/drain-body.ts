import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Socket, Exchange>()

/**
 * Drains the rest of a request that was answered early, for `requestTimeout` at most. Node drains only requests that
 * nothing has begun to read; otherwise the connection blocks, and the next request on it is never seen.
 */
export function drainUnreadBodies(server: Server) {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
    response.once('finish', () => {
      if (request.complete) return
      // Node's own timer is no help: it may have fired already, while a long body was being read.
      const timer = setTimeout(() => request.socket.destroy(), server.requestTimeout)
      request.once('close', () => clearTimeout(timer))
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
