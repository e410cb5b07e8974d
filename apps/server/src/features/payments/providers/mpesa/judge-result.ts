import type { Verdict } from '#features/payments/providers/verdict.ts'

const ends: Record<string, 'failed' | 'canceled' | 'expired'> = {
  '1': 'failed',
  '2': 'failed',
  '3': 'failed',
  '4': 'failed',
  '8': 'failed',
  '17': 'failed',
  '26': 'failed',
  '1001': 'failed',
  '1019': 'expired',
  '1025': 'failed',
  '1032': 'canceled',
  '1037': 'expired',
  '2001': 'failed',
  '2028': 'failed',
  SFC_IC0003: 'failed',
  '8006': 'failed',
  '9999': 'failed',
}

/** Codes that speak of our settings, not of the payer: the operator is told. */
export const operatorCodes: ReadonlySet<string> = new Set(['2028', 'SFC_IC0003'])

const IN_FLIGHT = '4999'

/** What a ResultCode of M-Pesa means for an attempt. Decided on the code alone: the words differ from day to day.
 * @see payments.md §1.5 */
export function judgeResultCode(code: string): { is: 'success' } | Exclude<Verdict, { is: 'paid' }> {
  if (code === '0') return { is: 'success' }
  if (code === IN_FLIGHT) return { is: 'pending' }
  const state = ends[code]
  return state ? { is: 'ended', state, code } : { is: 'unknown', code }
}
