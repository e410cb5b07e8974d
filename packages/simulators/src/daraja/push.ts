import { json, type WireAnswer } from '../http/wire.ts'
import { nairobi } from '../nairobi.ts'
import { digits, randomText } from '../random.ts'
import type { Daraja } from './daraja.ts'
import { type Fields, isCallbackUrl, passwordFault, text } from './fields.ts'
import type { Payments } from './payments.ts'
import { refuse, refuseField, requestId } from './refusals.ts'

const mostPerTransaction = 250_000

/** M-Pesa Express: prompts the phone to pay. An accepted push is prompted, not paid. */
export function push({ clock, credentials, payments, phones }: Daraja, fields: Fields): WireAnswer {
  const fault = passwordFault(fields, credentials) ?? fieldFault(fields)
  if (fault) return fault
  const number = text(fields, 'PhoneNumber')
  if (payments.live(number)) return refuse('subscriber-locked')
  const payment = payments.start({
    checkoutRequestId: checkoutRequestId(payments, number, clock.now()),
    merchantRequestId: requestId(),
    number,
    amount: Number(text(fields, 'Amount')),
    account: text(fields, 'AccountReference'),
    callbackUrl: text(fields, 'CallBackURL'),
    doomed: doom(fields, credentials.shortcode),
  })
  if (phones.get(number).toggles.losePushAnswer) return 'drop'
  return json(200, {
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResponseCode: '0',
    ResponseDescription: 'Success. Request accepted for processing',
    CustomerMessage: 'Success. Request accepted for processing',
  })
}

/** Returns a refusal for an invalid field. Checks fields in the order of Daraja's documentation. */
function fieldFault(fields: Fields): WireAnswer | undefined {
  const rules: [string, boolean][] = [
    ['TransactionType', /^Customer(?:PayBill|BuyGoods)Online$/.test(text(fields, 'TransactionType'))],
    ['Amount', /^[1-9]\d*$/.test(text(fields, 'Amount'))],
    ['PhoneNumber', /^254[17]\d{8}$/.test(text(fields, 'PhoneNumber'))],
    ['PartyA', text(fields, 'PartyA') === text(fields, 'PhoneNumber')],
    ['PartyB', /^\d{5,7}$/.test(text(fields, 'PartyB'))],
    ['CallBackURL', isCallbackUrl(text(fields, 'CallBackURL'))],
    ['AccountReference', /^.{1,12}$/.test(text(fields, 'AccountReference'))],
    ['TransactionDesc', text(fields, 'TransactionDesc').length <= 13],
  ]
  const wrong = rules.find(([, holds]) => !holds)
  return wrong && refuseField(wrong[0])
}

/** Returns the result code of an accepted push that must fail: wrong type or receiver, or too large an amount. */
function doom(fields: Fields, shortcode: string): string | undefined {
  if (text(fields, 'TransactionType') !== 'CustomerPayBillOnline') return 'SFC_IC0003'
  if (text(fields, 'PartyB') !== shortcode) return '2028'
  if (Number(text(fields, 'Amount')) > mostPerTransaction) return '3'
  // Daraja silently drops references with symbols: the phone never rings.
  return /^[A-Za-z0-9]+$/.test(text(fields, 'AccountReference')) ? undefined : 'never'
}

/** Returns `ws_CO_`, date and time in Nairobi, and the last nine digits of the number. */
function checkoutRequestId(payments: Payments, number: string, now: Date): string {
  const { digits: at } = nairobi(now)
  const stamp = at.slice(6, 8) + at.slice(4, 6) + at.slice(0, 4) + at.slice(8)
  const id = `ws_CO_${stamp}${randomText(2, digits)}${number.slice(3)}`
  return payments.byCheckoutId(id) ? checkoutRequestId(payments, number, now) : id
}
