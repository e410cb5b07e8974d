import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, it } from 'vitest'
import { closeInOrder } from './orderly-close.ts'

it('answers what was asked and waits for no connection that asked nothing (F07)', { timeout: 3_000 }, async () => {
  const fastify = Fastify()
  closeInOrder(fastify)
  const [asked, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()]
  fastify.get('/', () => {
    asked.resolve()
    return answer.promise
  })
  await fastify.listen({ host: '127.0.0.1', port: 0 })
  const { port } = fastify.server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  const request = fetch(`http://127.0.0.1:${port}/`)
  await asked.promise
  const closed = fastify.close()
  await once(silent, 'close')
  answer.resolve('still here')
  expect(await (await request).text()).toBe('still here')
  await closed
})
