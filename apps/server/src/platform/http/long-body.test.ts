import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type BodyLimits, hasLongBody, LongBody } from './long-body.ts'

const patient: BodyLimits = { idleMs: 60_000, wholeMs: 60_000, leastBytesPerSecond: 1, graceMs: 60_000 }
const aRequest = () => ({ socket: {} as Socket, complete: false, destroyed: false }) as IncomingMessage

async function textOf(chunks: AsyncIterable<Buffer>, onText = (_: string) => {}): Promise<string> {
  let text = ''
  for await (const chunk of chunks) {
    text += chunk.toString()
    onText(text)
  }
  return text
}

describe('a long body', () => {
  it('yields all of what arrives', async () => {
    const body = new PassThrough()
    body.end('all')
    expect(await textOf(new LongBody(aRequest(), patient).read(body))).toBe('all')
  })

  it('breaks off when nothing arrives for too long, after what has arrived', async () => {
    const body = new PassThrough()
    body.write('some')
    const long = new LongBody(aRequest(), { ...patient, idleMs: 30 })
    let seen = ''
    const reading = textOf(long.read(body), (text) => {
      seen = text
    })
    await expect(reading).rejects.toMatchObject({ code: 'request-timeout' })
    expect([seen, long.brokenOff?.status]).toEqual(['some', 408])
  })

  it.each([
    ['takes too long in all', { wholeMs: 80 }],
    ['arrives too slowly after the grace', { graceMs: 80, leastBytesPerSecond: 1_000_000 }],
  ])('breaks off when it %s', async (_, limits) => {
    const body = new PassThrough()
    const writing = setInterval(() => body.write('x'), 5)
    const reading = textOf(new LongBody(aRequest(), { ...patient, ...limits }).read(body))
    await expect(reading).rejects.toMatchObject({ code: 'request-timeout' })
    clearInterval(writing)
  })

  it('breaks off when it is stopped, while it waits and before it is read', async () => {
    for (const isEarly of [true, false]) {
      const long = new LongBody(aRequest(), patient)
      if (isEarly) long.stop()
      const reading = textOf(long.read(new PassThrough()))
      if (!isEarly) setImmediate(() => long.stop())
      await expect(reading).rejects.toMatchObject({ code: 'request-timeout' })
    }
  })

  it('is known by its connection until its request has arrived', () => {
    const request = aRequest()
    expect(hasLongBody(request.socket)).toBe(false)
    expect(new LongBody(request, patient).brokenOff).toBeNull()
    expect(hasLongBody(request.socket)).toBe(true)
    request.complete = true
    expect(hasLongBody(request.socket)).toBe(false)
  })
})
