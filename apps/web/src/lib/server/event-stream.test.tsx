import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type FakeEventSource, fakeEventSources } from '../../testing/fake-event-source.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { subscribeToEventStream } from './event-stream.ts'
import { loadChunk } from './load-chunk.ts'

const stops: (() => void)[] = []
let streams: FakeEventSource[]

beforeEach(() => {
  fakeNetwork().on('GET /api/events', { status: 200, body: {} })
  streams = fakeEventSources()
})
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

/** Subscribes to the event stream as a browser tab does, and records the messages that arrive. */
function aTab(viewer = crypto.randomUUID()) {
  const messages: unknown[] = []
  const onGap = vi.fn()
  const address = `/api/events?viewer=${viewer}`
  const types = ['said', 'resync', 'caught-up']
  const stop = subscribeToEventStream({ address, viewer, types, onMessage: (message) => messages.push(message), onGap })
  stops.push(stop)
  return { address, viewer, messages, onGap, stop }
}

const createTestEvent = (n: number) => ({ type: 'said', n })
const dispatchOpen = (stream: FakeEventSource | undefined) => stream?.dispatchEvent(new Event('open'))
const dispatchError = (stream: FakeEventSource | undefined) => stream?.dispatchEvent(new Event('error'))

test('loadChunk requests no module while the live stream is disconnected and the server does not answer', async () => {
  const { stop } = aTab()
  await expect.poll(() => streams).toHaveLength(1)
  const isRefused = async () => {
    const load = vi.fn(async () => 'part')
    await loadChunk(load).catch(() => {})
    return load.mock.calls.length === 0
  }
  dispatchOpen(streams[0])
  expect(await isRefused()).toBe(false)
  dispatchError(streams[0])
  expect(await isRefused()).toBe(true)
  dispatchOpen(streams[0])
  expect(await isRefused()).toBe(false)
  dispatchError(streams[0])
  stop()
  expect(await isRefused()).toBe(false)
})

describe('subscribeToEventStream', () => {
  test('reports neither a gap nor a repeated event when it reconnects after an event', async () => {
    const { messages, onGap } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const [stream] = streams
    dispatchOpen(stream)
    stream?.tell(createTestEvent(1), '1.10.0')
    stream?.tell(createTestEvent(2), '3.12.0')
    dispatchError(stream)
    dispatchOpen(stream)
    stream?.tell(createTestEvent(1), '1.10.0')
    stream?.tell(createTestEvent(3), '2.11.0')
    stream?.tell(createTestEvent(2), '3.12.0')
    stream?.tell(createTestEvent(4), '4.13.0')
    expect(messages).toEqual([createTestEvent(1), createTestEvent(2), createTestEvent(3), createTestEvent(4)])
    expect(onGap).not.toHaveBeenCalled()
  })

  test('reports a gap when it reconnects without having received an event', async () => {
    const { onGap } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    for (const dispatch of [dispatchOpen, dispatchError, dispatchOpen]) dispatch(streams[0])
    expect(onGap).toHaveBeenCalledOnce()
  })

  test('delivers events without an id, although the browser reports the previous id for them', async () => {
    const { messages } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    streams[0]?.tell(createTestEvent(1), '1.10.0')
    for (const n of [2, 3]) streams[0]?.tell(createTestEvent(n), '1.10.0')
    expect(messages).toEqual([createTestEvent(1), createTestEvent(2), createTestEvent(3)])
  })

  test('sends its last event id on the first retry after a refusal, but not on the second', async () => {
    const { address, onGap } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    dispatchOpen(streams[0])
    streams[0]?.tell({ type: 'caught-up' }, '7.70')
    streams[0]?.refuse()
    await expect.poll(() => streams).toHaveLength(2)
    expect(streams[1]?.address).toBe(`${address}&lastEventId=7.70`)
    streams[1]?.refuse()
    await expect.poll(() => streams).toHaveLength(3)
    expect(streams[2]?.address).toBe(address)
    expect(onGap).not.toHaveBeenCalled()
    dispatchOpen(streams[2])
    expect(onGap).toHaveBeenCalledOnce()
  })

  test('resumes in another tab at the last event of the closed tab', async () => {
    const first = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    const second = aTab(first.viewer)
    streams[0]?.tell(createTestEvent(1), '1.10.0')
    await expect.poll(() => second.messages).toEqual([createTestEvent(1)])
    // A new tab is considered up to date for its first two seconds, so the test waits longer.
    await new Promise((resolve) => setTimeout(resolve, 2_100))
    first.stop()
    await expect.poll(() => streams).toHaveLength(2)
    expect(streams[1]?.address).toBe(`${first.address}&lastEventId=1.10.0`)
    dispatchOpen(streams[1])
    streams[1]?.tell(createTestEvent(1), '1.10.0')
    streams[1]?.tell(createTestEvent(2), '2.11.0')
    expect(second.messages.slice(-1)).toEqual([createTestEvent(2)])
    expect(second.onGap).not.toHaveBeenCalled()
  })

  test('remembers the last 300 event ids, and forgets older ids', async () => {
    const { messages } = aTab()
    await expect.poll(() => streams).toHaveLength(1)
    for (let n = 0; n <= 300; n++) streams[0]?.tell(createTestEvent(n), `${n}.1.0`)
    streams[0]?.tell(createTestEvent(1), '1.1.0')
    streams[0]?.tell(createTestEvent(0), '0.1.0')
    expect(messages).toHaveLength(302)
  })
})
