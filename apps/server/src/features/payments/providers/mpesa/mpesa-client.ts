import * as v from 'valibot'
import type { MpesaSettings } from '#app/config/payment-settings.ts'
import { type ProviderResponse, sendRequest } from '#features/payments/providers/send-request.ts'
import type { Verdict } from '#features/payments/providers/verdict.ts'
import type { Context } from '#platform/context.ts'
import { getDarajaToken } from './daraja-token.ts'
import { classifyResultCode } from './result-codes.ts'

/** Result of a push request. After `unknown`, the phone may show the prompt, so a retry could cause a second prompt. */
export type StkPushResult =
  | { is: 'sent'; checkoutRequestId: string; merchantRequestId: string | null }
  | { is: 'refused'; reason: 'wrong-number' | 'busy' | 'not-available'; code: string }
  | { is: 'unknown' }

export type StkPush = { phone: string; amountMinor: bigint; reference: string; callbackUrl: string }

const Text = v.pipe(v.union([v.string(), v.number()]), v.transform(String))

const Accepted = v.object({
  ResponseCode: v.pipe(Text, v.literal('0')),
  CheckoutRequestID: v.pipe(v.string(), v.minLength(1)),
  MerchantRequestID: v.optional(v.string()),
})

const Refused = v.object({ errorCode: Text, errorMessage: v.optional(v.nullable(v.string()), '') })

const Queried = v.object({ ResultCode: Text })

/** Formats an instant in Nairobi time (UTC+3 all year) as YYYYMMDDHHmmss. */
function timestampOf(now: Date): string {
  const there = new Date(now.getTime() + 3 * 60 * 60_000)
  return there.toISOString().replaceAll(/\D/g, '').slice(0, 14)
}

/** Returns the shortcode with a password for `now`. The password reveals Daraja's passkey: never log request bodies. */
function signed({ shortcode, passkey }: MpesaSettings, now: Date) {
  const Timestamp = timestampOf(now)
  const Password = Buffer.from(shortcode + passkey + Timestamp).toString('base64')
  return { BusinessShortCode: Number(shortcode), Password, Timestamp }
}

const errorOf = (answer: ProviderResponse) => {
  const parsed = v.safeParse(Refused, answer?.body)
  return parsed.success ? parsed.output : undefined
}

const isTokenRefusal = (answer: ProviderResponse) => /^(404\.001\.03|401\.)/.test(errorOf(answer)?.errorCode ?? '')

/**
 * Calls Daraja with the shared token. If Daraja rejects the token, it has not processed the call: the app repeats the
 * call once with a new token. `no-token`: there is no valid token, so Daraja processed no call.
 */
async function call(
  ctx: Context,
  daraja: MpesaSettings,
  path: string,
  body: object,
): Promise<ProviderResponse | 'no-token'> {
  const send = (token: string) =>
    sendRequest(daraja.baseUrl + path, { headers: { authorization: `Bearer ${token}` }, body })
  const token = await getDarajaToken(ctx, daraja)
  if (token === undefined) return 'no-token'
  const answer = await send(token)
  if (!isTokenRefusal(answer)) return answer
  const fresh = await getDarajaToken(ctx, daraja, token)
  return fresh === undefined ? 'no-token' : send(fresh)
}

/** Sends a payment prompt to a phone. Call it once per attempt, after the attempt is committed; never retry it. */
export async function sendStkPush(ctx: Context, daraja: MpesaSettings, push: StkPush): Promise<StkPushResult> {
  const answer = await call(ctx, daraja, '/mpesa/stkpush/v1/processrequest', {
    ...signed(daraja, ctx.clock.now()),
    TransactionType: daraja.transactionType,
    Amount: String(push.amountMinor / 100n),
    PartyA: push.phone,
    PartyB: daraja.partyB,
    PhoneNumber: push.phone,
    CallBackURL: push.callbackUrl,
    AccountReference: push.reference,
    TransactionDesc: 'Premium',
  })
  if (answer === 'no-token') return { is: 'refused', reason: 'not-available', code: 'no-token' }
  const accepted = v.safeParse(Accepted, answer?.body)
  if (accepted.success) {
    const { CheckoutRequestID, MerchantRequestID } = accepted.output
    return { is: 'sent', checkoutRequestId: CheckoutRequestID, merchantRequestId: MerchantRequestID ?? null }
  }
  return refusalOf(answer)
}

/** Only known error codes prove that no prompt was sent. After any other response the phone may show one. */
function refusalOf(answer: ProviderResponse): StkPushResult {
  const error = errorOf(answer)
  if (!error) return { is: 'unknown' }
  const { errorCode: code, errorMessage } = error
  const words = errorMessage ?? ''
  const refused = (reason: Extract<StkPushResult, { is: 'refused' }>['reason']) =>
    ({ is: 'refused', reason, code }) as const
  if (code === '400.002.02' && /phone ?number|partya/i.test(words)) return refused('wrong-number')
  if (code === '500.001.1001' && /unable to lock subscriber/i.test(words)) return refused('busy')
  if (code === '500.001.1001' && /wrong credentials|merchant does not exist/i.test(words))
    return refused('not-available')
  // Daraja returns these codes for its spike arrest and its quota.
  if (code === '500.003.02' || code === '500.003.03') return refused('busy')
  return /^40[0-9]\./.test(code) ? refused('not-available') : { is: 'unknown' }
}

/** Queries the result of a prompt. An error response is no result, because Daraja also sends it for paid prompts. */
export async function queryPrompt(ctx: Context, daraja: MpesaSettings, checkoutRequestId: string): Promise<Verdict> {
  const answer = await call(ctx, daraja, '/mpesa/stkpushquery/v1/query', {
    ...signed(daraja, ctx.clock.now()),
    CheckoutRequestID: checkoutRequestId,
  })
  if (answer === 'no-token' || answer === null) return { is: 'silent' }
  const queried = v.safeParse(Queried, answer.body)
  if (!queried.success) return { is: 'silent', refused: /^40[0-9]\./.test(errorOf(answer)?.errorCode ?? '') }
  const judged = classifyResultCode(queried.output.ResultCode)
  if (judged.is !== 'success') return judged
  return {
    is: 'paid',
    amountMinor: null, // The response has no amount, so the amount of the prompt applies.
    currency: 'KES',
    livemode: ctx.config.payments.livemode,
    providerTxnId: checkoutRequestId,
    method: null,
  }
}

const Begun = v.object({ ResponseCode: v.pipe(Text, v.literal('0')), ConversationID: v.optional(v.string()) })

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
  const answer = await call(ctx, daraja, path, {
    Initiator: daraja.reversal.initiator,
    SecurityCredential: daraja.reversal.securityCredential,
    ResultURL: resultUrl,
    QueueTimeOutURL: resultUrl,
    ...fields,
  })
  if (answer === 'no-token') return { is: 'refused', code: 'no-token' }
  const begun = v.safeParse(Begun, answer?.body)
  if (begun.success) return { is: 'sent', id: begun.output.ConversationID ?? null }
  const error = errorOf(answer)
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
