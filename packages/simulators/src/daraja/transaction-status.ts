import type { WireResponse } from '../http/http-routing.ts'
import { toNairobiTime } from '../nairobi-time.ts'
import type { Daraja } from './daraja.ts'
import { invalidFieldResponse } from './error-responses.ts'
import { type CallFields, checkOperatorFields, readFieldText } from './fields.ts'
import { acceptOperatorCall, hasOperatorCredentials, type OperatorOutcome } from './operator-result.ts'

/** Accepts a query of a transaction by receipt code. Sends the result later. */
export function queryTransaction(daraja: Daraja, fields: CallFields): WireResponse {
  const fault = checkOperatorFields(fields) ?? fieldFault(daraja, fields)
  if (fault) return fault
  const forced = daraja.takeOperatorResult()
  return acceptOperatorCall(daraja, fields, () => (forced ? { resultCode: forced } : findTransaction(daraja, fields)))
}

function fieldFault({ credentials }: Daraja, fields: CallFields): WireResponse | undefined {
  const rules: [string, boolean][] = [
    ['CommandID', readFieldText(fields, 'CommandID') === 'TransactionStatusQuery'],
    ['TransactionID', readFieldText(fields, 'TransactionID') + readFieldText(fields, 'OriginalConversationID') !== ''],
    ['PartyA', readFieldText(fields, 'PartyA') === credentials.shortcode],
    ['IdentifierType', readFieldText(fields, 'IdentifierType') === '4'],
  ]
  const wrong = rules.find(([, holds]) => !holds)
  return wrong && invalidFieldResponse(wrong[0])
}

function findTransaction(daraja: Daraja, fields: CallFields): OperatorOutcome {
  if (!hasOperatorCredentials(daraja, fields)) return { resultCode: '2001' }
  const payment = daraja.payments.byReceipt(readFieldText(fields, 'TransactionID'))
  if (!payment) return { resultCode: 'R000002', resultDesc: 'The transaction receipt number does not exist.' }
  const { amount, receipt, number, startedAt, finishedAt, reversed } = payment
  const at = (iso = '') => toNairobiTime(new Date(iso)).digits
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
