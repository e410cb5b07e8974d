import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

type Exchange = { request: IncomingMessage; response: ServerResponse }

const latest = new WeakMap<Socket, Exchange>()

/**
 * Drains the rest of a request that was answered early, for at most `requestTimeout`. Node drains only requests that
 * nobody has begun to read. Otherwise the connection blocks, and its next request is never read.
 */
export function drainUnreadBodies(server: Server) {
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    latest.set(request.socket, { request, response })
    response.once('finish', () => {
      if (request.complete) return
      // Node's own timer may have fired already, while a long body was being read.
      const timer = setTimeout(() => request.socket.destroy(), server.requestTimeout)
      request.once('close', () => clearTimeout(timer))
      request.unpipe()
      request.resume()
    })
  })
}

/**
 * Tells whether a connection still sends the body of an answered request. A second answer would be taken for the answer
 * to the next request.
 */
export function hasEarlyAnswer(socket: Socket): boolean {
  const exchange = latest.get(socket)
  return exchange !== undefined && exchange.response.headersSent && !exchange.request.complete
}
