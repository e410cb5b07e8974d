import type { WireAnswer } from '../http/wire.ts'
import { nairobi } from '../nairobi.ts'
import type { Daraja } from './daraja.ts'
import { type Fields, operatorFault, text } from './fields.ts'
import { acceptForLater, isOperator, type Outcome } from './operator-result.ts'
import { refuseField } from './refusals.ts'

/** Accepts a query of a transaction by receipt code; sends the result later. */
export function transactionStatus(daraja: Daraja, fields: Fields): WireAnswer {
  const fault = operatorFault(fields) ?? fieldFault(daraja, fields)
  if (fault) return fault
  const forced = daraja.takeOperatorResult()
  return acceptForLater(daraja, fields, () => (forced ? { resultCode: forced } : look(daraja, fields)))
}

function fieldFault({ credentials }: Daraja, fields: Fields): WireAnswer | undefined {
  const rules: [string, boolean][] = [
    ['CommandID', text(fields, 'CommandID') === 'TransactionStatusQuery'],
    ['TransactionID', text(fields, 'TransactionID') + text(fields, 'OriginalConversationID') !== ''],
    ['PartyA', text(fields, 'PartyA') === credentials.shortcode],
    ['IdentifierType', text(fields, 'IdentifierType') === '4'],
  ]
  const wrong = rules.find(([, holds]) => !holds)
  return wrong && refuseField(wrong[0])
}

function look(daraja: Daraja, fields: Fields): Outcome {
  if (!isOperator(daraja, fields)) return { resultCode: '2001' }
  const payment = daraja.payments.byReceipt(text(fields, 'TransactionID'))
  if (!payment) return { resultCode: 'R000002', resultDesc: 'The transaction receipt number does not exist.' }
  const { amount, receipt, number, startedAt, finishedAt, reversed } = payment
  const at = (iso = '') => nairobi(new Date(iso)).digits
  return {
    resultCode: '0',
    transactionId: receipt ?? '',
    parameters: {
      ReceiptNo: `"${receipt}"`,
      Amount: amount.toFixed(2),
      TransactionStatus: reversed ? '"Reversed"' : '"Completed"',
      DebitPartyName: `"${number}"`,
      CreditPartyName: `"${daraja.credentials.shortcode} - ${daraja.credentials.merchantName}"`,
      InitiatedTime: at(startedAt),
      FinalisedTime: at(finishedAt),
    },
  }
}
