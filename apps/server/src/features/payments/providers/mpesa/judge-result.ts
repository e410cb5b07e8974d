import type { AttemptReason } from '@pawtrait/contract/payments/payments.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'

type End = { state: 'failed' | 'canceled' | 'expired'; reason: AttemptReason }

const ends: Record<string, End> = {
  '1': { state: 'failed', reason: 'no-funds' },
  '2': { state: 'failed', reason: 'amount-limits' },
  '3': { state: 'failed', reason: 'amount-limits' },
  '4': { state: 'failed', reason: 'daily-limit' },
  '8': { state: 'failed', reason: 'not-available' },
  '17': { state: 'failed', reason: 'too-soon' },
  '26': { state: 'failed', reason: 'busy' },
  '1001': { state: 'failed', reason: 'other-session' },
  '1019': { state: 'expired', reason: 'timed-out' },
  '1025': { state: 'failed', reason: 'not-delivered' },
  '1032': { state: 'canceled', reason: 'canceled' },
  '1037': { state: 'expired', reason: 'no-answer' },
  '2001': { state: 'failed', reason: 'wrong-pin' },
  '2028': { state: 'failed', reason: 'not-available' },
  SFC_IC0003: { state: 'failed', reason: 'not-available' },
  '8006': { state: 'failed', reason: 'pin-locked' },
  '9999': { state: 'failed', reason: 'not-delivered' },
}

/** What the payer is told of a code of M-Pesa's; undefined for any other. */
export const reasonOfCode = (code: string): AttemptReason | undefined => ends[code]?.reason

/** Codes that speak of our settings, not of the payer: the operator is told. */
export const operatorCodes: ReadonlySet<string> = new Set(['2028', 'SFC_IC0003'])

const IN_FLIGHT = '4999'

/** What a ResultCode of M-Pesa means for an attempt. Decided on the code alone: the words differ from day to day.
 * @see payments.md §1.5 */
export function judgeResultCode(code: string): { is: 'success' } | Exclude<Verdict, { is: 'paid' }> {
  if (code === '0') return { is: 'success' }
  if (code === IN_FLIGHT) return { is: 'pending' }
  const end = ends[code]
  return end ? { is: 'ended', state: end.state, code } : { is: 'unknown', code }
}
