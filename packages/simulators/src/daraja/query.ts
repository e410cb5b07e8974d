import { jsonResponse, type WireResponse } from '../http/http-routing.ts'
import type { Daraja } from './daraja.ts'
import { type DarajaErrorName, darajaErrorResponse } from './error-responses.ts'
import { type CallFields, findPasswordError, readFieldText } from './fields.ts'
import type { Payment } from './payments.ts'
import { describeResult } from './result-codes.ts'

/**
 * Returns the state or result of an M-Pesa STK push. As at Daraja, the response contains neither receipt code nor
 * amount.
 */
export function queryPayment({ credentials, payments, phones }: Daraja, fields: CallFields): WireResponse {
  const fault = findPasswordError(fields, credentials)
  if (fault) return fault
  const payment = payments.byCheckoutId(readFieldText(fields, 'CheckoutRequestID'))
  if (!payment) return darajaErrorResponse('unknown-transaction')
  payment.polls += 1
  if (payment.state !== 'done') return pendingResponse(payment)
  const { flakyQuery } = phones.get(payment.number).toggles
  if (flakyQuery && payment.polls % 2 === 1)
    return darajaErrorResponse(payment.polls % 4 === 1 ? 'no-answer' : 'unknown-transaction')
  return resultResponse(payment, payment.resultCode ?? '', describeResult(payment.resultCode ?? '', 'query'))
}

// Responses while a payment is pending. Daraja has sent each of them for payments that later succeeded.
const pendingAnswers: (DarajaErrorName | '4999')[] = ['4999', 'being-processed', 'no-answer']

function pendingResponse(payment: Payment): WireResponse {
  const answer = pendingAnswers[(payment.polls - 1) % pendingAnswers.length] ?? '4999'
  return answer === '4999'
    ? resultResponse(payment, '4999', 'The transaction is still under processing')
    : darajaErrorResponse(answer)
}

/**
 * Returns the response for a finished payment. The result code is text in this response, but a number in the callback.
 */
function resultResponse(payment: Payment, ResultCode: string, ResultDesc: string): WireResponse {
  return jsonResponse(200, {
    ResponseCode: '0',
    ResponseDescription: 'The service request has been accepted successsfully',
    MerchantRequestID: payment.merchantRequestId,
    CheckoutRequestID: payment.checkoutRequestId,
    ResultCode,
    ResultDesc,
  })
}
