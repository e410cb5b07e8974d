import type { WireAnswer, WireRequest } from '../http/wire.ts'
import { refuse } from './refusals.ts'

/**
 * Repeats the first answer to a key instead of doing the work again.
 * The same key with other parameters is an `idempotency_error` (payments.md §2.2).
 */
export function makeIdempotency() {
  const seen = new Map<string, { request: string; answer: WireAnswer }>()
  return (request: WireRequest, work: () => WireAnswer): WireAnswer => {
    const key = request.headers['idempotency-key']
    if (typeof key !== 'string' || request.method !== 'POST') return work()
    const before = seen.get(key)
    const same = `${request.path}\n${request.raw.toString('utf8')}`
    if (!before) {
      const answer = work()
      seen.set(key, { request: same, answer })
      return answer
    }
    if (before.request === same) return replayed(before.answer)
    return refuse(400, {
      type: 'idempotency_error',
      message: `The key ${key} was used before with other parameters.`,
    })
  }
}

function replayed(answer: WireAnswer): WireAnswer {
  if (typeof answer === 'string') return answer
  return { ...answer, headers: { ...answer.headers, 'idempotent-replayed': 'true' } }
}
