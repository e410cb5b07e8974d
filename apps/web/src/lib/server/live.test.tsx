import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { network } from '../../testing/network.ts'
import { type ServerStream, serverStreams } from '../../testing/server-stream.ts'
import { subscribeLive } from './live.ts'
import { loadChunk } from './load-chunk.ts'

const stops: (() => void)[] = []
let streams: ServerStream[]

beforeEach(() => {
  network().on('GET /api/events', { status: 200, body: {} })
  streams = serverStreams()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** A tab that keeps what it is told. */
function aTab(viewer = crypto.randomUUID()) {
  const got: unknown[] = []
  const onGap = vi.fn()
  const address = `/api/events?viewer=${viewer}`
  const types = ['said', 'resync', 'caught-up']
  const stop = subscribeLive({ address, viewer, types, onMessage: (message) => got.push(message), onGap })
  stops.push(stop)
  return { address, viewer, got, onGap, stop }
}

const said = (n: number) => ({ type: 'said', n })
const opened = (stream: ServerStream | undefined) => stream?.dispatchEvent(new Event('open'))
const broken = (stream: ServerStream | undefined) => stream?.dispatchEvent(new Event('error'))

test('while a stream is broken no part of the app is asked for before the server answers', async () => {
  const { stop } = aTab()
  await expect.poll(() => streams).toHaveLength(1)
  const isRefused = async () => {
    const load = vi.fn(async () => 'part')
    await loadChunk(load).catch(() => {})
    return load.mock.calls.length === 0
  }
  opened(streams[0])
  expect(await isRefused()).toBe(false)
  broken(streams[0])
  expect(await isRefused()).toBe(true)
  opened(streams[0])
  expect(await isRefused()).toBe(false)
  broken(streams[0])
  stop()
  expect(await isRefused()).toBe(false)
})

describe('a live stream that comes back', () => {
  test('is no gap when it had an event, and what it tells once more is taken once, in any order', async () => {
    const { got, onGap } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const [stream] = streams
    opened(stream)
    stream?.tell(said(1), '1.10.0')
    stream?.tell(said(2), '3.12.0')
    broken(stream)
    opened(stream)
    stream?.tell(said(1), '1.10.0')
    stream?.tell(said(3), '2.11.0')
    stream?.tell(said(2), '3.12.0')
    stream?.tell(said(4), '4.13.0')
    expect(got).toEqual([said(1), said(2), said(3), said(4)])
    expect(onGap).not.toHaveBeenCalled()
  })

  test('is a gap when it had none', async () => {
    const { onGap } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    for (const happens of [opened, broken, opened]) happens(streams[0])
    expect(onGap).toHaveBeenCalledOnce()
  })

  test('takes what has no id of its own, though the browser gives it that of the event before', async () => {
    const { got } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    streams[0]?.tell(said(1), '1.10.0')
    for (const n of [2, 3]) streams[0]?.tell(said(n), '1.10.0')
    expect(got).toEqual([said(1), said(2), said(3)])
  })

  test('says where it stood when the server had refused it, once', async () => {
    const { address, onGap } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    opened(streams[0])
    streams[0]?.tell({ type: 'caught-up' }, '7.70')
    streams[0]?.refuse()
    await expect.poll(() => streams).toHaveLength(2)
    expect(streams[1]?.address).toBe(`${address}&lastEventId=7.70`)
    streams[1]?.refuse()
    await expect.poll(() => streams).toHaveLength(3)
    expect(streams[2]?.address).toBe(address)
    expect(onGap).not.toHaveBeenCalled()
    opened(streams[2])
    expect(onGap).toHaveBeenCalledOnce()
  })

  test('in another tab goes on where the tab that closed stood', async () => {
    const first = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const second = aTab(first.viewer)
    streams[0]?.tell(said(1), '1.10.0')
    await expect.poll(() => second.got).toEqual([said(1)])
    // Soon after it was opened, a tab has just read what it shows.
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    first.stop()
    await expect.poll(() => streams).toHaveLength(2)
    expect(streams[1]?.address).toBe(`${first.address}&lastEventId=1.10.0`)
    opened(streams[1])
    streams[1]?.tell(said(1), '1.10.0')
    streams[1]?.tell(said(2), '2.11.0')
    expect(second.got.slice(-1)).toEqual([said(2)])
    expect(second.onGap).not.toHaveBeenCalled()
  })

  test('forgets the oldest of what it had', async () => {
    const { got } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    for (let n = 0; n <= 300; n++) streams[0]?.tell(said(n), `${n}.1.0`)
    streams[0]?.tell(said(1), '1.1.0')
    streams[0]?.tell(said(0), '0.1.0')
    expect(got).toHaveLength(302)
  })
})
