import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, it } from 'vitest'
import { listenOnHost } from '#platform/http/listen.ts'
import { enableGracefulShutdown } from './graceful-shutdown.ts'

/** Starts a server with graceful shutdown. It has one route, which returns `answer()`. */
async function aServer(answer: () => Promise<string>) {
  const fastify = Fastify({ keepAliveTimeout: 72_000, return503OnClosing: false })
  enableGracefulShutdown(fastify)
  fastify.get('/', answer)
  await listenOnHost(fastify, { host: 'localhost', port: 0 })
  return { fastify, port: (fastify.server.address() as AddressInfo).port }
}

it('graceful shutdown answers pending requests and closes idle sockets (security check F07)', {
  timeout: 3_000,
}, async () => {
  const [received, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const { fastify, port } = await aServer(() => {
    received.resolve()
    return answer.promise
  })
  const silent = connect(port, 'localhost')
  await once(silent, 'connect')
  const request = fetch(`http://localhost:${port}/`)
  await received.promise
  const closed = fastify.close()
  await once(silent, 'close')
  answer.resolve('still here')
  const answered = await request
  expect(answered.headers.get('connection')).toBe('close')
  expect(await answered.text()).toBe('still here')
  await closed
})

/** Sends requests over a keep-alive connection until a request is refused. Returns the outcome of each request. */
async function requestUntil(port: number, pauseMs: number, isOver: () => boolean): Promise<string[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const outcomes: string[] = []
  while (!outcomes.includes('refused')) {
    const phase = isOver() ? ' while closing' : ''
    const outcome = await new Promise<string>((resolve) => {
      const request = get({ port, host: 'localhost', agent }, (answer) => {
        answer.resume()
        answer.once('end', () => resolve(`answered${phase}, ${answer.headers.connection}`))
      })
      request.once('error', (error: NodeJS.ErrnoException) => {
        if (request.reusedSocket) resolve(`broken: ${error.code}`)
        else resolve(error.code === 'ECONNREFUSED' ? 'refused' : `turned away: ${error.code}`)
      })
    })
    outcomes.push(outcome)
    await sleep(pauseMs)
  }
  return outcomes
}

it('graceful shutdown aborts no request on keep-alive connections under load', { timeout: 20_000 }, async () => {
  let isClosing = false
  const { fastify, port } = await aServer(async () => {
    await sleep(Math.random() * 30)
    return 'answered'
  })
  const loads = Array.from({ length: 60 }, (_, i) => requestUntil(port, (i % 6) * 60, () => isClosing))
  await sleep(600)
  isClosing = true
  await fastify.close()
  const outcomes = (await Promise.all(loads)).flat()
  expect(outcomes.filter((outcome) => outcome.startsWith('broken'))).toEqual([])
  // Allows two reset connections, because the system resets a connection that arrives while the listener closes.
  expect(outcomes.filter((outcome) => outcome.startsWith('turned away')).length).toBeLessThan(3)
  expect(outcomes.filter((outcome) => outcome === 'answered, keep-alive').length).toBeGreaterThan(60)
  // During the shutdown, every response has "connection: close", even to requests that were sent before it.
  expect(outcomes.filter((outcome) => outcome.startsWith('answered while closing, keep'))).toEqual([])
  expect(outcomes.filter((outcome) => outcome === 'answered while closing, close').length).toBeGreaterThan(0)
})

const refusedNow = async ({ server }: FastifyInstance, port: number) => {
  const before = server.listening
  const socket = connect(port, 'localhost')
  const outcome = await Promise.race([
    once(socket, 'connect').then(() => 'let in'),
    once(socket, 'error').then(() => 'refused'),
  ]).catch(() => 'refused')
  socket.destroy()
  return { before, outcome }
}

it('graceful shutdown refuses new connections immediately while it completes open requests', async () => {
  const [received, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  const { fastify, port } = await aServer(() => {
    received.resolve()
    return answer.promise
  })
  const request = fetch(`http://localhost:${port}/`)
  await received.promise
  const closed = fastify.close()
  await expect.poll(() => fastify.server.listening, { interval: 5 }).toBe(false)
  expect(await refusedNow(fastify, port)).toEqual({ before: false, outcome: 'refused' })
  answer.resolve('still here')
  expect(await (await request).text()).toBe('still here')
  await closed
})
