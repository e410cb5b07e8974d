import type { WireResponse } from '../http/http-routing.ts'
import { addSms, formatReversedSms } from '../phone/messages.ts'
import type { Daraja } from './daraja.ts'
import { invalidFieldResponse } from './error-responses.ts'
import { type CallFields, checkOperatorFields, readFieldText } from './fields.ts'
import { acceptOperatorCall, hasOperatorCredentials, type OperatorOutcome } from './operator-result.ts'
import { makeReceiptCode } from './receipt.ts'

/** Accepts the reversal of a payment. The spelling of `RecieverIdentifierType` is Daraja's. */
export function reversePayment(daraja: Daraja, fields: CallFields): WireResponse {
  const fault = checkOperatorFields(fields) ?? fieldFault(daraja, fields)
  if (fault) return fault
  const forced = daraja.takeOperatorResult()
  return acceptOperatorCall(daraja, fields, () => (forced ? { resultCode: forced } : reverse(daraja, fields)))
}

function fieldFault({ credentials }: Daraja, fields: CallFields): WireResponse | undefined {
  const rules: [string, boolean][] = [
    ['CommandID', readFieldText(fields, 'CommandID') === 'TransactionReversal'],
    ['TransactionID', readFieldText(fields, 'TransactionID') !== ''],
    ['Amount', /^[1-9]\d*$/.test(readFieldText(fields, 'Amount'))],
    ['ReceiverParty', readFieldText(fields, 'ReceiverParty') === credentials.shortcode],
    ['RecieverIdentifierType', readFieldText(fields, 'RecieverIdentifierType') === '11'],
  ]
  const wrong = rules.find(([, holds]) => !holds)
  return wrong && invalidFieldResponse(wrong[0])
}

function reverse(daraja: Daraja, fields: CallFields): OperatorOutcome {
  const { clock, payments, phones } = daraja
  if (!hasOperatorCredentials(daraja, fields)) return { resultCode: '2001' }
  const original = readFieldText(fields, 'TransactionID')
  const payment = payments.byReceipt(original)
  const amount = Number(readFieldText(fields, 'Amount'))
  if (!payment || amount > payment.amount)
    return { resultCode: 'R000002', resultDesc: 'The OriginalTransactionID is invalid.' }
  if (payment.reversed) return { resultCode: 'R000001', resultDesc: 'The transaction has already been reversed.' }
  payment.reversed = true
  const [phone, now] = [phones.get(payment.number), clock.now()]
  phone.balance += amount
  const receipt = makeReceiptCode(now)
  addSms(phone, formatReversedSms(receipt, original, amount, phone, now), now)
  daraja.changed()
  return {
    resultCode: '0',
    transactionId: receipt,
    parameters: { OriginalTransactionID: `"${original}"`, Amount: amount.toFixed(2), Charge: '0.00' },
  }
}
