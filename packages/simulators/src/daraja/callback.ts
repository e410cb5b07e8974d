import { toNairobiTime } from '../nairobi-time.ts'
import type { Phone } from '../phone/phones.ts'
import type { Daraja } from './daraja.ts'
import type { Payment } from './payments.ts'
import { describeResult, formatCallbackCode } from './result-codes.ts'

/** Sends the callback without retries, as Daraja does. The phone's switches can lose, repeat or delay it. */
export function sendCallback(daraja: Daraja, payment: Payment, { toggles }: Phone): void {
  const { clock, delays, deliver, credentials } = daraja
  if (toggles.loseCallback) return
  const body = formatCallbackBody(payment)
  const headers = { 'content-type': 'application/json;charset=UTF-8', businessshortcode: credentials.shortcode }
  const first = delays.callback + (toggles.late ? delays.late : 0)
  for (const ms of toggles.sendTwice ? [first, first + delays.callback] : [first])
    clock.after(ms, () => void deliver.post(payment.callbackUrl, body, headers))
}

/**
 * Returns the JSON of a callback. A callback contains metadata only after success, with an amount such as `1500.00`.
 */
export function formatCallbackBody(payment: Payment): string {
  const code = payment.resultCode ?? ''
  const head =
    `"MerchantRequestID":"${payment.merchantRequestId}","CheckoutRequestID":"${payment.checkoutRequestId}",` +
    `"ResultCode":${JSON.stringify(formatCallbackCode(code))},"ResultDesc":${JSON.stringify(describeResult(code))}`
  const tail = code === '0' ? `,"CallbackMetadata":{"Item":[${formatMetadataItems(payment).join(',')}]}` : ''
  return `{"Body":{"stkCallback":{${head}${tail}}}}`
}

/**
 * Returns the metadata items. Daraja sends Balance without a Value, and guarantees neither order nor number of items.
 * So for an odd phone number, the simulator changes the order and omits Balance.
 */
function formatMetadataItems({ amount, receipt, finishedAt, number }: Payment): string[] {
  const paid = `{"Name":"Amount","Value":${amount.toFixed(2)}}`
  const code = `{"Name":"MpesaReceiptNumber","Value":"${receipt}"}`
  const date = `{"Name":"TransactionDate","Value":${toNairobiTime(new Date(finishedAt ?? 0)).digits}}`
  const phone = `{"Name":"PhoneNumber","Value":${number}}`
  return Number(number) % 2 === 0 ? [paid, code, '{"Name":"Balance"}', date, phone] : [code, date, paid, phone]
}
