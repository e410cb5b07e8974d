import { type Handler, routed, type WireAnswer, type WireRequest } from '../http/wire.ts'
import { accepted, refused } from './envelope.ts'
import { initialize } from './initialize.ts'
import type { Paystack } from './paystack.ts'
import { listRefunds, refund } from './refund.ts'
import { transactionView } from './transaction-view.ts'

/** HTTP API of Paystack: JSON and the secret key. */
export function paystackHandler(paystack: Paystack): Handler {
  const handler = routed(
    [
      { method: 'POST', path: '/transaction/initialize', answer: (request) => initialize(paystack, request) },
      {
        method: 'GET',
        path: '/transaction/verify/:reference',
        answer: (_, { reference = '' }) => verify(paystack, reference),
      },
      { method: 'GET', path: '/refund', answer: (request) => listRefunds(paystack, request) },
      { method: 'POST', path: '/refund', answer: (request) => refund(paystack, request) },
    ],
    () => refused(404, 'Not found'),
  )
  const right = `Bearer ${paystack.credentials.secretKey}`
  return (request: WireRequest) => {
    if (!request.headers.authorization) return refused(401, 'No Authorization Header was found')
    return request.headers.authorization === right ? handler(request) : refused(401, 'Invalid key')
  }
}

function verify({ transactions }: Paystack, reference: string): WireAnswer {
  const transaction = transactions.byReference(reference)
  if (!transaction) return refused(404, 'Transaction reference not found.')
  return accepted('Verification successful', transactionView(transaction))
}
