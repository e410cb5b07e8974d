import { type Handler, routeRequests, type WireRequest, type WireResponse } from '../http/http-routing.ts'
import { paystackErrorResponse, paystackSuccessResponse } from './envelope.ts'
import { initializeTransaction } from './initialize.ts'
import type { Paystack } from './paystack.ts'
import { createRefund, listRefunds } from './refund.ts'
import { transactionView } from './transaction-view.ts'

/** HTTP API of Paystack. Requests need the secret key and a JSON body. */
export function createPaystackHandler(paystack: Paystack): Handler {
  const handler = routeRequests(
    [
      {
        method: 'POST',
        path: '/transaction/initialize',
        answer: (request) => initializeTransaction(paystack, request),
      },
      {
        method: 'GET',
        path: '/transaction/verify/:reference',
        answer: (_, { reference = '' }) => verify(paystack, reference),
      },
      { method: 'GET', path: '/refund', answer: (request) => listRefunds(paystack, request) },
      { method: 'POST', path: '/refund', answer: (request) => createRefund(paystack, request) },
    ],
    () => paystackErrorResponse(404, 'Not found'),
  )
  const expectedAuthorization = `Bearer ${paystack.credentials.secretKey}`
  return (request: WireRequest) => {
    if (!request.headers.authorization) return paystackErrorResponse(401, 'No Authorization Header was found')
    return request.headers.authorization === expectedAuthorization
      ? handler(request)
      : paystackErrorResponse(401, 'Invalid key')
  }
}

function verify({ transactions }: Paystack, reference: string): WireResponse {
  const transaction = transactions.byReference(reference)
  if (!transaction) return paystackErrorResponse(404, 'Transaction reference not found.')
  return paystackSuccessResponse('Verification successful', transactionView(transaction))
}
