import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

// What a client sent before it could know is still on its way, or in a buffer nobody has read yet.
const graceMs = 250

/**
 * When the server closes, requests under way are answered and every other connection ends at once. Node's own closing
 * waits for connections that have not asked anything yet, which browsers open ahead, and for streams just ended.
 */
export function closeInOrder(fastify: FastifyInstance) {
  const asking = new Map<Socket, number>()
  let closing = false
  const { server } = fastify
  server.on('connection', (socket: Socket) => {
    asking.set(socket, 0)
    socket.once('close', () => asking.delete(socket))
  })
  server.on('request', ({ socket }, response) => {
    asking.set(socket, (asking.get(socket) ?? 0) + 1)
    response.once('close', () => {
      const left = (asking.get(socket) ?? 1) - 1
      if (asking.has(socket)) asking.set(socket, left)
      if (closing && left === 0) socket.end()
    })
  })
  fastify.addHook('preClose', async () => {
    closing = true
    await sleep(graceMs)
    for (const [socket, requests] of asking) if (requests === 0) socket.destroy()
  })
}
