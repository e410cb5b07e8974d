import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { openFaultyProxy } from './faulty-proxy.ts'

const echo = createServer((socket) => void socket.on('error', () => {}).pipe(socket)).listen(0, '127.0.0.1')
await once(echo, 'listening')
const patient = { timeout: 15_000 }
const network = await openFaultyProxy((echo.address() as AddressInfo).port)
afterAll(async () => {
  await network.stop()
  echo.close()
})

/** Connects a client that sends text and receives its echo. */
async function connectClient() {
  const socket = connect(network.port, '127.0.0.1')
  const client = { socket, received: '', isClosed: false, send: (word: string) => socket.write(word) }
  socket.on('data', (chunk: Buffer) => (client.received += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (client.isClosed = true))
  await once(socket, 'connect')
  return client
}

it('openFaultyProxy delays data in mode "stalled", and refuses and closes connections in mode "cut"', async () => {
  const client = await connectClient()
  client.send('one ')
  await expect.poll(() => client.received, patient).toBe('one ')
  network.setState('stalled')
  client.send('two ')
  await new Promise((done) => setTimeout(done, 200))
  expect([client.received, client.isClosed]).toEqual(['one ', false])
  network.setState('good')
  await expect.poll(() => client.received, patient).toBe('one two ')
  network.setState('slow')
  client.send('three')
  await expect.poll(() => client.received, patient).toBe('one two three')
  network.setState('cut')
  await expect.poll(() => client.isClosed, patient).toBe(true)
  const refused = await connectClient()
  await expect.poll(() => refused.isClosed, patient).toBe(true)
})
