import { beforeEach, describe, expect, it } from 'vitest'
import { createTestClock, second } from '#testing/clock.ts'
import { createEventStreams, type StreamPosition, type StreamSink, streamLimits } from './event-stream.ts'

/**
 * Simulates a client that records all text it gets. With `reads: false` it reads nothing, so the text counts as unsent
 * bytes.
 */
function createClient(reads = true) {
  const got: string[] = []
  const state = { got, waiting: 0, ended: '', left: 0, allowed: true, cursor: undefined as StreamPosition | undefined }
  const sink: StreamSink = {
    write: (text) => {
      got.push(text)
      if (!reads) state.waiting += text.length
    },
    waitingBytes: () => state.waiting,
    end: () => {
      state.ended = 'politely'
    },
    drop: () => {
      state.ended = 'dropped'
    },
  }
  const hooks = {
    hasAccess: async () => state.allowed,
    cursor: () => state.cursor,
    onEnd: () => {
      state.left++
    },
  }
  return { ...state, state, sink, hooks }
}

let clock = createTestClock()
let streams = createEventStreams(clock)
const advanceTime = async (ms: number) => {
  for (let at = 0; at < ms; at += second) {
    clock.advance(second)
    streams.tick()
    await Promise.resolve()
  }
}

beforeEach(() => {
  clock = createTestClock()
  streams = createEventStreams(clock)
})

describe('event stream', () => {
  it('sends each event with its type and id until the stream is closed', () => {
    const { sink, hooks, got } = createClient()
    const stream = streams.open(sink, hooks)
    stream.send({ type: 'arrived' }, '7.70.0')
    stream.send({ type: 'left' })
    stream.close()
    stream.send({ type: 'too late' })
    expect(got).toEqual([
      'retry: 3000\n\n',
      'event: arrived\nid: 7.70.0\ndata: {"type":"arrived"}\n\n',
      'event: left\ndata: {"type":"left"}\n\n',
    ])
  })

  const caughtUp = (id: string) => `event: caught-up\nid: ${id}\ndata: {"type":"caught-up"}\n\n`

  it('sends "caught-up" at start, end, heartbeats and after 100 notices for others (security check R04)', async () => {
    const { sink, hooks, got, state } = createClient()
    state.cursor = { id: '7.70', delivered: 1 }
    const stream = streams.open(sink, hooks)
    expect(got.splice(0)).toEqual(['retry: 3000\n\n', caughtUp('7.70')])
    state.cursor = { id: '8.80', delivered: 2 }
    await advanceTime(streamLimits.heartbeatMs)
    expect(got.splice(0)).toEqual([caughtUp('8.80')])
    await advanceTime(streamLimits.heartbeatMs)
    expect(got.splice(0)).toEqual([':\n\n'])
    state.cursor = { id: '108.90', delivered: 2 + streamLimits.unmarked }
    await advanceTime(second)
    expect(got.splice(0)).toEqual([caughtUp('108.90')])
    state.cursor = { id: '109.91', delivered: 3 + streamLimits.unmarked }
    stream.close()
    expect([got, state.ended]).toEqual([[caughtUp('109.91')], 'politely'])
  })

  it('sends no "caught-up" after dropped events until it has sent a resync', async () => {
    const { sink, hooks, got, state } = createClient()
    const stream = streams.open(sink, hooks)
    for (let n = 0; n < 101; n++) stream.send({ type: 'x' }, `${n}.1.0`)
    state.cursor = { id: '200.2', delivered: 200 }
    got.splice(0)
    stream.mark()
    expect(got).toEqual([])
    await advanceTime(second)
    expect(got).toEqual(['event: resync\ndata: {"type":"resync"}\n\n', caughtUp('200.2')])
    stream.close()
  })

  it('sends a heartbeat after 25 s without events', async () => {
    const { sink, hooks, got } = createClient()
    const stream = streams.open(sink, hooks)
    await advanceTime(streamLimits.heartbeatMs - second)
    expect(got).toHaveLength(1)
    await advanceTime(second)
    expect(got[1]).toBe(':\n\n')
    stream.send({ type: 'x' })
    await advanceTime(streamLimits.heartbeatMs - second)
    expect(got).toHaveLength(3)
    stream.close()
  })

  it('sends a resync instead of an event above 64 KB (security check R02)', () => {
    const { sink, hooks, got } = createClient()
    const stream = streams.open(sink, hooks)
    stream.send({ type: 'long', text: 'ä'.repeat(33_000) } as { type: string })
    stream.close()
    expect(got[1]).toBe('event: resync\ndata: {"type":"resync"}\n\n')
  })

  it('sends at most 100 events a second, and one resync instead of further events (security check R02)', async () => {
    const { sink, hooks, got } = createClient()
    const stream = streams.open(sink, hooks)
    for (let n = 0; n < 1_000; n++) stream.send({ type: 'x' })
    expect(got).toHaveLength(101)
    await advanceTime(second)
    expect(got.slice(101)).toEqual(['event: resync\ndata: {"type":"resync"}\n\n'])
    stream.send({ type: 'y' })
    expect(got[102]).toMatch(/^event: y\n/)
    stream.close()
  })

  const resync = 'event: resync\ndata: {"type":"resync"}\n\n'

  it('sends at most one resync a minute, and delays a second one until the minute has passed', async () => {
    const { sink, hooks, got } = createClient()
    const stream = streams.open(sink, hooks)
    const resyncs = () => got.filter((text) => text === resync).length
    stream.send({ type: 'resync' })
    expect(resyncs()).toBe(1)
    for (let seconds = 1; seconds < 60; seconds++) {
      stream.send({ type: 'resync' })
      await advanceTime(second)
    }
    expect(resyncs()).toBe(1)
    await advanceTime(second)
    expect(resyncs()).toBe(2)
    await advanceTime(streamLimits.resyncMs)
    expect(resyncs()).toBe(2)
    stream.send({ type: 'resync' })
    expect(resyncs()).toBe(3)
    stream.close()
  })

  it('sends no "caught-up" before a delayed resync', async () => {
    const { sink, hooks, got, state } = createClient()
    const stream = streams.open(sink, hooks)
    stream.send({ type: 'resync' })
    stream.send({ type: 'resync' })
    state.cursor = { id: '9.90', delivered: 1 }
    got.splice(0)
    stream.send({ type: 'x' }, '9.90.0')
    stream.mark()
    expect(got.splice(0)).toEqual(['event: x\ndata: {"type":"x"}\n\n'])
    await advanceTime(streamLimits.resyncMs)
    stream.close()
    expect(got.filter((text) => text !== ':\n\n')).toEqual([resync, caughtUp('9.90')])
  })

  it('closes only the stream of a client that reads nothing for 60 s (security check R03)', async () => {
    const [slow, good] = [createClient(false), createClient()]
    streams.open(slow.sink, slow.hooks)
    const stream = streams.open(good.sink, good.hooks)
    await advanceTime(streamLimits.waitingMs - second)
    expect(slow.state.ended).toBe('')
    await advanceTime(second)
    expect(slow.state).toMatchObject({ ended: 'dropped', left: 1 })
    expect(good.state.ended).toBe('')
    stream.close()
  })

  it('closes immediately when over 256 KB are unsent (security check R03)', () => {
    const { sink, hooks, state } = createClient(false)
    const stream = streams.open(sink, hooks)
    for (let n = 0; n < 5; n++) stream.send({ type: 'x', text: 'y'.repeat(60_000) } as { type: string })
    expect(state).toMatchObject({ ended: 'dropped', left: 1 })
  })

  it('checks access every 60 s, and closes the stream when access is denied or the check fails', async () => {
    const [out, failing] = [createClient(), createClient()]
    streams.open(out.sink, out.hooks)
    const broken = { ...failing.hooks, hasAccess: () => Promise.reject(new Error('no database')) }
    await advanceTime(streamLimits.recheckMs)
    streams.open(failing.sink, broken)
    expect(out.state.ended).toBe('')
    out.state.allowed = false
    await advanceTime(streamLimits.recheckMs)
    await Promise.resolve()
    expect([out.state.ended, failing.state.ended]).toEqual(['politely', 'politely'])
  })
})
