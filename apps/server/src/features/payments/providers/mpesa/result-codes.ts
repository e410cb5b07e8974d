import type { AttemptFailureReason } from '@pawtrait/contract/payments/payments.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'

type AttemptEnd = { state: 'failed' | 'canceled' | 'expired'; reason: AttemptFailureReason }

const attemptEnds: Record<string, AttemptEnd> = {
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

/** Returns the failure reason that a payer sees for an M-Pesa code; undefined for an unknown code. */
export const findFailureReason = (code: string): AttemptFailureReason | undefined => attemptEnds[code]?.reason

/** Codes caused by our settings, not by the payer. The app alerts the operator. */
export const misconfigurationCodes: ReadonlySet<string> = new Set(['2028', 'SFC_IC0003'])

const IN_FLIGHT = '4999'

/** Maps an M-Pesa ResultCode to its meaning for an attempt. Ignores the description, because its wording varies. */
export function classifyResultCode(code: string): { is: 'success' } | Exclude<Verdict, { is: 'paid' }> {
  if (code === '0') return { is: 'success' }
  if (code === IN_FLIGHT) return { is: 'pending' }
  const end = attemptEnds[code]
  return end ? { is: 'ended', state: end.state, code } : { is: 'unknown', code }
}
