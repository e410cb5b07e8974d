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
async function aSpeaker() {
  const socket = connect(network.port, '127.0.0.1')
  const speaker = { socket, received: '', isClosed: false, say: (word: string) => socket.write(word) }
  socket.on('data', (chunk: Buffer) => (speaker.received += chunk.toString()))
  socket.on('error', () => {})
  socket.on('close', () => (speaker.isClosed = true))
  await once(socket, 'connect')
  return speaker
}

it('openFaultyProxy delays data in mode "stalled", and refuses and closes connections in mode "cut"', async () => {
  const speaker = await aSpeaker()
  speaker.say('one ')
  await expect.poll(() => speaker.received, patient).toBe('one ')
  network.setState('stalled')
  speaker.say('two ')
  await new Promise((done) => setTimeout(done, 200))
  expect([speaker.received, speaker.isClosed]).toEqual(['one ', false])
  network.setState('good')
  await expect.poll(() => speaker.received, patient).toBe('one two ')
  network.setState('slow')
  speaker.say('three')
  await expect.poll(() => speaker.received, patient).toBe('one two three')
  network.setState('cut')
  await expect.poll(() => speaker.isClosed, patient).toBe(true)
  const refused = await aSpeaker()
  await expect.poll(() => refused.isClosed, patient).toBe(true)
})
