import { randomBytes } from 'node:crypto'
import { parseJsonObject, type WireRequest, type WireResponse } from '../http/http-routing.ts'
import { isLoopback } from '../http/message-delivery.ts'
import { digits, generateRandomText, lowercase } from '../random.ts'
import { paystackErrorResponse, paystackSuccessResponse } from './envelope.ts'
import type { Paystack } from './paystack.ts'

/** Opens a transaction and returns the URL of its page. */
export function initializeTransaction(paystack: Paystack, request: WireRequest): WireResponse {
  const fields = parseJsonObject(request) ?? {}
  const fault = findFieldFault(fields)
  if (fault) return paystackErrorResponse(400, fault)
  const reference = toText(fields.reference) || generateRandomText(15, digits + lowercase)
  if (paystack.transactions.byReference(reference)) return paystackErrorResponse(400, 'Duplicate Transaction Reference')
  const accessCode = generateRandomText(15, digits + lowercase)
  paystack.transactions.add({
    id: String((randomBytes(8).readBigUInt64BE() >> 2n) + 4_000_000_000_000_000_001n),
    reference,
    accessCode,
    email: toText(fields.email),
    amount: Number(fields.amount),
    currency: toText(fields.currency),
    callbackUrl: toText(fields.callback_url) || undefined,
    metadata: fields.metadata ?? null,
    status: 'abandoned',
    gatewayResponse: 'The transaction was not completed',
    createdAt: paystack.clock.now().toISOString(),
    paidAt: undefined,
    card: undefined,
    refunded: 0,
    refunds: [],
    questions: undefined,
  })
  paystack.changed()
  return paystackSuccessResponse('Authorization URL created', {
    authorization_url: `${paystack.pagesUrl()}/test/checkout/${accessCode}`,
    access_code: accessCode,
    reference,
  })
}

/** Returns text unchanged, a number as text, and other types as ''. */
const toText = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')

function findFieldFault(fields: Record<string, unknown>): string | undefined {
  const { email, amount, currency, reference, callback_url: callbackUrl, channels } = fields
  const rules: [string, boolean][] = [
    ['Invalid Email Address Passed', typeof email === 'string' && /^[^\s@]+@[^\s@]+$/.test(email)],
    ['Invalid Amount Sent', /^[1-9]\d{0,11}$/.test(toText(amount))],
    ['Currency not supported by merchant', currency === 'KES'],
    [
      'Reference may only contain letters, digits and - . =',
      reference === undefined || (typeof reference === 'string' && /^[A-Za-z0-9.=-]+$/.test(reference)),
    ],
    [
      'Invalid callback_url: only this machine is reached',
      callbackUrl === undefined || (typeof callbackUrl === 'string' && isLoopback(callbackUrl)),
    ],
    ['No active channel', channels === undefined || (Array.isArray(channels) && channels.includes('card'))],
  ]
  return rules.find(([, holds]) => !holds)?.[0]
}
