import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createJsonLog } from './log.ts'
import { deduplicateErrors } from './log-deduplication.ts'

type Line = { level: string; event: string; [field: string]: unknown }
let lines: Line[]
let log: ReturnType<typeof deduplicateErrors>

beforeEach(() => {
  vi.useFakeTimers()
  lines = []
  const now = () => new Date()
  log = deduplicateErrors(
    createJsonLog((line) => lines.push(JSON.parse(line) as Line), now),
    now,
  )
})
afterEach(() => {
  vi.useRealTimers()
})

const gone = (pid: number) => Object.assign(new Error(`connection ${pid} was refused`), { code: 'ECONNREFUSED' })
const brief = () => lines.map(({ event, repeated, stack, times }) => ({ event, repeated, times, hasStack: !!stack }))

describe('deduplicateErrors', () => {
  it('writes the first error of a kind in full, and then the number of repeats every ten seconds', () => {
    for (let n = 0; n < 100; n++) log.error('database', gone(n), { requestId: `r${n}`, route: `/api/${n}` })
    expect(brief()).toEqual([{ event: 'database', hasStack: true }])
    expect(lines[0]).toMatchObject({ requestId: 'r0', route: '/api/0' })
    vi.advanceTimersByTime(10_000)
    for (let n = 0; n < 5; n++) log.error('database', gone(n))
    vi.advanceTimersByTime(10_000)
    expect(lines.slice(1)).toEqual([
      expect.objectContaining({ level: 'error', event: 'database', code: 'ECONNREFUSED', repeated: 99, seconds: 10 }),
      expect.objectContaining({ level: 'error', event: 'database', repeated: 5 }),
    ])
    expect(lines.some(({ stack }, at) => at > 0 && stack)).toBe(false)
  })

  it('writes `error-ended` after ten seconds without the error, and then a new error in full again', () => {
    for (let n = 0; n < 3; n++) log.error('database', gone(n))
    vi.advanceTimersByTime(60_000)
    expect(lines.at(-1)).toMatchObject({ level: 'info', event: 'error-ended', of: 'database', times: 3 })
    expect(lines).toHaveLength(3)
    log.error('database', gone(4))
    expect(brief().at(-1)).toEqual({ event: 'database', hasStack: true })
  })

  it('writes no number of repeats and no `error-ended` for an error that occurred once', () => {
    log.error('database', gone(1))
    vi.advanceTimersByTime(60_000)
    expect(lines).toHaveLength(1)
  })

  it('does not count errors as repeats if they differ in photo, job or code', () => {
    log.error('listed-picture', new Error('on the list'), { photo: 'a' })
    log.error('listed-picture', new Error('on the list'), { photo: 'b' })
    log.error('jobs', gone(1), { job: 'mail-code' })
    log.error('jobs', gone(1), { job: 'tell-payment' })
    log.error('jobs', Object.assign(gone(1), { code: '57P01' }), { job: 'mail-code' })
    expect(lines).toHaveLength(5)
  })

  it('writes the pending number of repeats only once when flush() is called twice', () => {
    for (let n = 0; n < 3; n++) log.error('database', gone(n))
    log.flush()
    log.flush()
    expect(lines.map(({ repeated }) => repeated)).toEqual([undefined, 2])
  })

  it('writes every info line', () => {
    for (let n = 0; n < 3; n++) log.info('request', { route: '/' })
    expect(lines).toHaveLength(3)
  })
})
