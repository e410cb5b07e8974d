import { jsonResponse, type WireResponse } from '../http/http-routing.ts'
import { toNairobiTime } from '../nairobi-time.ts'
import { digits, generateRandomText } from '../random.ts'
import type { Daraja } from './daraja.ts'
import { darajaErrorResponse, invalidFieldResponse, makeRequestId } from './error-responses.ts'
import { type CallFields, findPasswordError, isCallbackUrl, readFieldText } from './fields.ts'
import type { Payments } from './payments.ts'

const maxAmount = 250_000

/** M-Pesa Express (STK push): prompts a phone to pay. The response only confirms that the request is valid. */
export function pushPayment({ clock, credentials, payments, phones }: Daraja, fields: CallFields): WireResponse {
  const fault = findPasswordError(fields, credentials) ?? fieldFault(fields)
  if (fault) return fault
  const number = readFieldText(fields, 'PhoneNumber')
  if (payments.findPending(number)) return darajaErrorResponse('subscriber-locked')
  const payment = payments.start({
    checkoutRequestId: checkoutRequestId(payments, number, clock.now()),
    merchantRequestId: makeRequestId(),
    number,
    amount: Number(readFieldText(fields, 'Amount')),
    account: readFieldText(fields, 'AccountReference'),
    callbackUrl: readFieldText(fields, 'CallBackURL'),
    doomed: findDoomedResult(fields, credentials.shortcode),
  })
  if (phones.get(number).toggles.losePushAnswer) return 'drop'
  return jsonResponse(200, {
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
}

/** Returns an error response for the first invalid field, in the order of Daraja's documentation. */
function fieldFault(fields: CallFields): WireResponse | undefined {
  const rules: [string, boolean][] = [
    ['TransactionType', /^Customer(?:PayBill|BuyGoods)Online$/.test(readFieldText(fields, 'TransactionType'))],
    ['Amount', /^[1-9]\d*$/.test(readFieldText(fields, 'Amount'))],
    ['PhoneNumber', /^254[17]\d{8}$/.test(readFieldText(fields, 'PhoneNumber'))],
    ['PartyA', readFieldText(fields, 'PartyA') === readFieldText(fields, 'PhoneNumber')],
    ['PartyB', /^\d{5,7}$/.test(readFieldText(fields, 'PartyB'))],
    ['CallBackURL', isCallbackUrl(readFieldText(fields, 'CallBackURL'))],
    ['AccountReference', /^.{1,12}$/.test(readFieldText(fields, 'AccountReference'))],
    ['TransactionDesc', readFieldText(fields, 'TransactionDesc').length <= 13],
  ]
  const wrong = rules.find(([, holds]) => !holds)
  return wrong && invalidFieldResponse(wrong[0])
}

/**
 * Returns the result code of a valid M-Pesa STK push that will fail. The cause is its type, receiver, amount or
 * account.
 */
function findDoomedResult(fields: CallFields, shortcode: string): string | undefined {
  if (readFieldText(fields, 'TransactionType') !== 'CustomerPayBillOnline') return 'SFC_IC0003'
  if (readFieldText(fields, 'PartyB') !== shortcode) return '2028'
  if (Number(readFieldText(fields, 'Amount')) > maxAmount) return '3'
  // Daraja accepts an account reference with symbols, but the phone never shows the prompt.
  return /^[A-Za-z0-9]+$/.test(readFieldText(fields, 'AccountReference')) ? undefined : 'never'
}

/** Creates an id in Daraja's format: `ws_CO_`, time in Nairobi, two random digits, last nine digits of the number. */
function checkoutRequestId(payments: Payments, number: string, now: Date): string {
  const { digits: at } = toNairobiTime(now)
  const stamp = at.slice(6, 8) + at.slice(4, 6) + at.slice(0, 4) + at.slice(8)
  const id = `ws_CO_${stamp}${generateRandomText(2, digits)}${number.slice(3)}`
  return payments.byCheckoutId(id) ? checkoutRequestId(payments, number, now) : id
}
