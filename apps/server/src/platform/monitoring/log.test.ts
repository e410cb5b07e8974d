import { describe, expect, it } from 'vitest'
import { createJsonLog } from './log.ts'

const lines: string[] = []
const log = createJsonLog(
  (line) => lines.push(line),
  () => new Date(0),
)
const logged = (message: string) => {
  log.error('tested', new Error(message))
  return (JSON.parse(lines.pop() ?? '{}') as { error: string }).error
}

describe('log line', () => {
  it('keeps its event, level and time when additional fields have the same names', () => {
    const sent = { event: 'mine', level: 'mine', at: 'mine', what: 'kept' }
    const fields: { what: string } = sent
    log.info('tested', fields)
    expect(JSON.parse(lines.pop() ?? '{}')).toEqual({
      at: '1970-01-01T00:00:00.000Z',
      level: 'info',
      event: 'tested',
      what: 'kept',
    })
    log.error('tested', new Error('no'), fields)
    expect(JSON.parse(lines.pop() ?? '{}')).toMatchObject({
      level: 'error',
      event: 'tested',
      error: 'no',
      what: 'kept',
    })
  })

  it.each([
    ['mail to ann.b+tag@mail.example.org failed', 'mail to … failed'],
    ['<ann@example.org> (ben@example.org)', '<…> (…)'],
    ['@x@@y@z.example', '…'],
    ['@pawtrait/contract.ts', '@pawtrait/contract.ts'],
    ['called +254 712 345 678', 'called …'],
    [`token ${'a'.repeat(40)}`, 'token …'],
    ['invalid input syntax for type uuid: "ann"', 'invalid input syntax for type uuid: "…"'],
    ['ann@localhost in 12 places', 'ann@localhost in 12 places'],
    ['photo 01900000-0000-7000-8000-000000000001 is gone', 'photo 01900000-0000-7000-8000-000000000001 is gone'],
    ['user "12345678-1234-4234-8234-123456789012"', 'user "12345678-1234-4234-8234-123456789012"'],
    ['token 01900000-0000-7000-8000-000000000001-secret', 'token …'],
    ['called 0712-345-678-9012-345678901234', 'called …'],
  ])('masks personal data, but not ids, in %j', (message, masked) => {
    expect(logged(message)).toBe(masked)
  })

  it('contains the message of an error that the job queue reports as a plain object', () => {
    const { message, stack } = new Error('no table for ann@example.org')
    log.error('jobs', { code: '42P01', message, stack, queue: 'mail-code', parameters: ['ann@example.org'] })
    const line = lines.pop() ?? '{}'
    expect(JSON.parse(line)).toMatchObject({ error: 'no table for …', code: '42P01', queue: 'mail-code' })
    expect(line).toContain('"stack":"    at ')
    expect(line).not.toContain('ann@')
    log.error('jobs', { sql: 'select 1', rows: ['ann@example.org'] })
    expect(JSON.parse(lines.pop() ?? '{}')).toMatchObject({ error: 'an object with sql, rows' })
  })

  it.each(['a'.repeat(400_000), 'a@'.repeat(200_000), `a@${'.'.repeat(400_000)}`, '1'.repeat(7).padEnd(400_000, '(')])(
    'is masked in linear time for a hostile message (%#)',
    (message) => {
      const began = performance.now()
      logged(message)
      expect(performance.now() - began).toBeLessThan(10_000)
    },
  )
})
