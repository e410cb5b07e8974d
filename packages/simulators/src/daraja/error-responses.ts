import { randomUUID } from 'node:crypto'
import { jsonResponse, type WireResponse } from '../http/http-routing.ts'

// HTTP status, code and message of each error response.
const errors = {
  'wrong-path': [404, '404.001.01', 'Resource not found'],
  'not-post': [405, '405.001', 'Method Not Allowed'],
  'bad-authentication': [400, '400.008.01', 'Invalid Authentication passed'],
  'bad-grant': [400, '400.008.02', 'Invalid grant type passed'],
  'no-token': [401, '401.002.01', 'Error Occurred - Invalid Access Token'],
  'expired-token': [401, '401.003.01', 'Error Occurred - Access token has expired'],
  'unknown-token': [404, '404.001.03', 'Invalid Access Token'],
  'bad-payload': [400, '400.002.05', 'Invalid Request Payload'],
  'wrong-credentials': [500, '500.001.1001', 'Wrong credentials'],
  'no-merchant': [500, '500.001.1001', 'Merchant does not exist'],
  'subscriber-locked': [
    500,
    '500.001.1001',
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  ],
  'unknown-transaction': [500, '500.001.1001', 'The transaction does not Exist'],
  'being-processed': [500, '500.001.1001', 'The transaction is being processed'],
  // Daraja has sent this error with HTTP 200 and an empty message. The payment may still succeed or fail.
  'no-answer': [200, '500.001.1001', ''],
} as const

export type DarajaErrorName = keyof typeof errors

/** Returns an error response in Daraja's format: `{requestId, errorCode, errorMessage}`. */
export function darajaErrorResponse(refusal: DarajaErrorName): WireResponse {
  const [status, errorCode, errorMessage] = errors[refusal]
  return jsonResponse(status, { requestId: makeRequestId(), errorCode, errorMessage })
}

/** Returns the error response with the code `400.002.02`, which names the invalid field. */
export function invalidFieldResponse(field: string): WireResponse {
  const errorMessage = `Bad Request - Invalid ${field}`
  return jsonResponse(400, { requestId: makeRequestId(), errorCode: '400.002.02', errorMessage })
}

/** Returns a request id in Daraja's format: `2654-4b64-97ff-b827b542881d3130`. */
export function makeRequestId(): string {
  const [, a, b, c, d] = randomUUID().split('-')
  return `${a}-${b}-${c}-${d}${randomUUID().slice(0, 4)}`
}
