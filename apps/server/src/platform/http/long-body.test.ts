import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { type BodyLimits, hasLongBody, LongBody } from './long-body.ts'

const patient: BodyLimits = { idleMs: 60_000, totalMs: 60_000, minBytesPerSecond: 1, graceMs: 60_000 }
const aRequest = () => ({ socket: {} as Socket, complete: false, destroyed: false }) as IncomingMessage

async function textOf(chunks: AsyncIterable<Buffer>, onText = (_: string) => {}): Promise<string> {
  let text = ''
  for await (const chunk of chunks) {
    text += chunk.toString()
    onText(text)
  }
  return text
}

describe('LongBody', () => {
  it('yields the whole body', async () => {
    const body = new PassThrough()
    body.end('all')
    expect(await textOf(new LongBody(aRequest(), patient).read(body))).toBe('all')
  })

  it('yields the received bytes, then fails with `request-timeout` if the client sends no more', async () => {
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
    ['takes longer than the total limit', { totalMs: 80 }],
    ['is slower than the minimum rate after the grace period', { graceMs: 80, minBytesPerSecond: 1_000_000 }],
  ])('fails with `request-timeout` if the body %s', async (_, limits) => {
    const body = new PassThrough()
    const writing = setInterval(() => body.write('x'), 5)
    const reading = textOf(new LongBody(aRequest(), { ...patient, ...limits }).read(body))
    await expect(reading).rejects.toMatchObject({ code: 'request-timeout' })
    clearInterval(writing)
  })

  it('fails with `request-timeout` after stop(), called before or during the read', async () => {
    for (const isEarly of [true, false]) {
      const long = new LongBody(aRequest(), patient)
      if (isEarly) long.stop()
      const reading = textOf(long.read(new PassThrough()))
      if (!isEarly) setImmediate(() => long.stop())
      await expect(reading).rejects.toMatchObject({ code: 'request-timeout' })
    }
  })

  it('makes hasLongBody() true for its socket until the request is complete', () => {
    const request = aRequest()
    expect(hasLongBody(request.socket)).toBe(false)
    expect(new LongBody(request, patient).brokenOff).toBeNull()
    expect(hasLongBody(request.socket)).toBe(true)
    request.complete = true
    expect(hasLongBody(request.socket)).toBe(false)
  })
})
