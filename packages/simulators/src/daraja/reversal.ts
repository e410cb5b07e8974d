import type { WireAnswer } from '../http/wire.ts'
import { receive, reversedSms } from '../phone/messages.ts'
import type { Daraja } from './daraja.ts'
import { type Fields, operatorFault, text } from './fields.ts'
import { acceptForLater, isOperator, type Outcome } from './operator-result.ts'
import { makeReceipt } from './receipt.ts'
import { refuseField } from './refusals.ts'

/** Accepts a reversal of a payment. `RecieverIdentifierType` is misspelt in Daraja's API. */
export function reversal(daraja: Daraja, fields: Fields): WireAnswer {
  const fault = operatorFault(fields) ?? fieldFault(daraja, fields)
  if (fault) return fault
  const forced = daraja.takeOperatorResult()
  return acceptForLater(daraja, fields, () => (forced ? { resultCode: forced } : reverse(daraja, fields)))
}

function fieldFault({ credentials }: Daraja, fields: Fields): WireAnswer | undefined {
  const rules: [string, boolean][] = [
    ['CommandID', text(fields, 'CommandID') === 'TransactionReversal'],
    ['TransactionID', text(fields, 'TransactionID') !== ''],
    ['Amount', /^[1-9]\d*$/.test(text(fields, 'Amount'))],
    ['ReceiverParty', text(fields, 'ReceiverParty') === credentials.shortcode],
    ['RecieverIdentifierType', text(fields, 'RecieverIdentifierType') === '11'],
  ]
  const wrong = rules.find(([, holds]) => !holds)
  return wrong && refuseField(wrong[0])
}

function reverse(daraja: Daraja, fields: Fields): Outcome {
  const { clock, payments, phones } = daraja
  if (!isOperator(daraja, fields)) return { resultCode: '2001' }
  const original = text(fields, 'TransactionID')
  const payment = payments.byReceipt(original)
  const amount = Number(text(fields, 'Amount'))
  if (!payment || amount > payment.amount)
    return { resultCode: 'R000002', resultDesc: 'The OriginalTransactionID is invalid.' }
  if (payment.reversed) return { resultCode: 'R000001', resultDesc: 'The transaction has already been reversed.' }
  payment.reversed = true
  const [phone, now] = [phones.get(payment.number), clock.now()]
  phone.balance += amount
  const receipt = makeReceipt(now)
  receive(phone, reversedSms(receipt, original, amount, phone, now), now)
  daraja.changed()
  return {
    resultCode: '0',
    transactionId: receipt,
    parameters: { OriginalTransactionID: `"${original}"`, Amount: amount.toFixed(2), Charge: '0.00' },
  }
}
