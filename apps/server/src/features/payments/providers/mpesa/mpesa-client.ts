import * as v from 'valibot'
import type { MpesaSettings } from '#app/config/payment-settings.ts'
import { type ProviderResponse, sendRequest } from '#features/payments/providers/send-request.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'
import type { Context } from '#platform/context.ts'
import { getDarajaToken } from './daraja-token.ts'
import { classifyResultCode } from './result-codes.ts'

/**
 * Result of an M-Pesa STK push. After `unknown`, the phone may show the prompt, so a retry could cause a second prompt.
 */
export type StkPushResult =
  | { is: 'sent'; checkoutRequestId: string; merchantRequestId: string | null }
  | { is: 'refused'; reason: 'wrong-number' | 'busy' | 'not-available'; code: string }
  | { is: 'unknown' }

export type StkPush = { phone: string; amountMinor: bigint; reference: string; callbackUrl: string }

const Text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const PushResponse = v.object({
  ResponseCode: v.pipe(Text, v.literal('0')),
  CheckoutRequestID: v.pipe(v.string(), v.minLength(1)),
  MerchantRequestID: v.optional(v.string()),
})

const ErrorResponse = v.object({ errorCode: Text, errorMessage: v.optional(v.nullable(v.string()), '') })

const QueryResponse = v.object({ ResultCode: Text })

/** Formats an instant in Nairobi time (UTC+3 all year) as YYYYMMDDHHmmss. */
function formatTimestamp(now: Date): string {
  const nairobiTime = new Date(now.getTime() + 3 * 60 * 60_000)
  return nairobiTime.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

/** Returns the shortcode with a password for `now`. The password reveals Daraja's passkey: never log request bodies. */
function buildCredentials({ shortcode, passkey }: MpesaSettings, now: Date) {
  const Timestamp = formatTimestamp(now)
  const Password = Buffer.from(shortcode + passkey + Timestamp).toString('base64')
  return { BusinessShortCode: Number(shortcode), Password, Timestamp }
}

const parseError = (response: ProviderResponse) => {
  const parsed = v.safeParse(ErrorResponse, response?.body)
  return parsed.success ? parsed.output : undefined
}

const isTokenRefusal = (response: ProviderResponse) =>
  /^(404\.001\.03|401\.)/.test(parseError(response)?.errorCode ?? '')

/**
 * Calls Daraja with the shared token. If Daraja rejects the token, it has not processed the call: the app repeats the
 * call once with a new token. `no-token`: there is no valid token, so Daraja processed no call.
 */
async function callDaraja(
  ctx: Context,
  daraja: MpesaSettings,
  path: string,
  body: object,
): Promise<ProviderResponse | 'no-token'> {
  const send = (token: string) =>
    sendRequest(daraja.baseUrl + path, { headers: { authorization: `Bearer ${token}` }, body })
  const token = await getDarajaToken(ctx, daraja)
  if (token === undefined) return 'no-token'
  const response = await send(token)
  if (!isTokenRefusal(response)) return response
  const newToken = await getDarajaToken(ctx, daraja, token)
  return newToken === undefined ? 'no-token' : send(newToken)
}

/** Sends a payment prompt to a phone. Call it once per attempt, after the attempt is committed; never retry it. */
export async function sendStkPush(ctx: Context, daraja: MpesaSettings, push: StkPush): Promise<StkPushResult> {
  const response = await callDaraja(ctx, daraja, '/mpesa/stkpush/v1/processrequest', {
    ...buildCredentials(daraja, ctx.clock.now()),
    TransactionType: daraja.transactionType,
    Amount: String(push.amountMinor / 100n),
    PartyA: push.phone,
    PartyB: daraja.partyB,
    PhoneNumber: push.phone,
    CallBackURL: push.callbackUrl,
    AccountReference: push.reference,
    TransactionDesc: 'Premium',
  })
  if (response === 'no-token') return { is: 'refused', reason: 'not-available', code: 'no-token' }
  const parsed = v.safeParse(PushResponse, response?.body)
  if (parsed.success) {
    const { CheckoutRequestID, MerchantRequestID } = parsed.output
    return { is: 'sent', checkoutRequestId: CheckoutRequestID, merchantRequestId: MerchantRequestID ?? null }
  }
  return classifyRefusal(response)
}

/** Only known error codes prove that no prompt was sent. After any other response the phone may show one. */
function classifyRefusal(response: ProviderResponse): StkPushResult {
  const error = parseError(response)
  if (!error) return { is: 'unknown' }
  const { errorCode: code, errorMessage } = error
  const message = errorMessage ?? ''
  const toRefusal = (reason: Extract<StkPushResult, { is: 'refused' }>['reason']) =>
    ({ is: 'refused', reason, code }) as const
  if (code === '400.002.02' && /phone ?number|partya/i.test(message)) return toRefusal('wrong-number')
  if (code === '500.001.1001' && /unable to lock subscriber/i.test(message)) return toRefusal('busy')
  if (code === '500.001.1001' && /wrong credentials|merchant does not exist/i.test(message))
    return toRefusal('not-available')
  // Daraja returns these codes for its spike arrest and its quota.
  if (code === '500.003.02' || code === '500.003.03') return toRefusal('busy')
  return /^40[0-9]\./.test(code) ? toRefusal('not-available') : { is: 'unknown' }
}

/** Queries the result of a prompt. Ignores error responses, because Daraja also sends them for paid prompts. */
export async function queryPrompt(ctx: Context, daraja: MpesaSettings, checkoutRequestId: string): Promise<Verdict> {
  const response = await callDaraja(ctx, daraja, '/mpesa/stkpushquery/v1/query', {
    ...buildCredentials(daraja, ctx.clock.now()),
    CheckoutRequestID: checkoutRequestId,
  })
  if (response === 'no-token' || response === null) return { is: 'silent' }
  const parsed = v.safeParse(QueryResponse, response.body)
  if (!parsed.success) return { is: 'silent', refused: /^40[0-9]\./.test(parseError(response)?.errorCode ?? '') }
  const result = classifyResultCode(parsed.output.ResultCode)
  if (result.is !== 'success') return result
  return {
    is: 'paid',
    amountMinor: null, // The response has no amount, so the amount of the prompt applies.
    currency: 'KES',
    livemode: ctx.config.payments.livemode,
    providerTxnId: checkoutRequestId,
    method: null,
  }
}

const StartedResponse = v.object({ ResponseCode: v.pipe(Text, v.literal('0')), ConversationID: v.optional(v.string()) })

/** Response to a reversal or query. Daraja sends the result to a URL later. `refused`: Daraja started nothing. */
type RequestSent = { is: 'sent'; id: string | null } | { is: 'refused'; code: string } | { is: 'unknown' }

async function callAsOperator(
  ctx: Context,
  daraja: MpesaSettings,
  path: string,
  resultUrl: string,
  fields: object,
): Promise<RequestSent> {
  if (!daraja.reversal) return { is: 'refused', code: 'not-configured' }
  const response = await callDaraja(ctx, daraja, path, {
    Initiator: daraja.reversal.initiator,
    SecurityCredential: daraja.reversal.securityCredential,
    ResultURL: resultUrl,
    QueueTimeOutURL: resultUrl,
    ...fields,
  })
  if (response === 'no-token') return { is: 'refused', code: 'no-token' }
  const parsed = v.safeParse(StartedResponse, response?.body)
  if (parsed.success) return { is: 'sent', id: parsed.output.ConversationID ?? null }
  const error = parseError(response)
  return error && /^40[0-9]\./.test(error.errorCode) ? { is: 'refused', code: error.errorCode } : { is: 'unknown' }
}

export type Reversal = { receiptCode: string; amountMinor: bigint; resultUrl: string }

/** Reverses a payment; M-Pesa sends the result to `resultUrl` later. */
export const reversePayment = (
  ctx: Context,
  daraja: MpesaSettings,
  { receiptCode, amountMinor, resultUrl }: Reversal,
): Promise<RequestSent> =>
  callAsOperator(ctx, daraja, '/mpesa/reversal/v1/request', resultUrl, {
    CommandID: 'TransactionReversal',
    TransactionID: receiptCode,
    Amount: String(amountMinor / 100n),
    ReceiverParty: daraja.shortcode,
    RecieverIdentifierType: '11', // Daraja's API misspells this name
    Remarks: 'Refund',
  })

/** Queries a transaction by its code; M-Pesa sends the result to `resultUrl` later. */
export const queryTransaction = (
  ctx: Context,
  daraja: MpesaSettings,
  { receiptCode, resultUrl }: Pick<Reversal, 'receiptCode' | 'resultUrl'>,
): Promise<RequestSent> =>
  callAsOperator(ctx, daraja, '/mpesa/transactionstatus/v1/query', resultUrl, {
    CommandID: 'TransactionStatusQuery',
    TransactionID: receiptCode,
    PartyA: daraja.shortcode,
    IdentifierType: '4',
    Remarks: 'Claimed payment',
    Occasion: '',
  })
