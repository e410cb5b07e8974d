import {
  type Handler,
  parseJsonObject,
  routeRequests,
  type WireRequest,
  type WireResponse,
} from '../http/http-routing.ts'
import type { Daraja } from './daraja.ts'
import { darajaErrorResponse } from './error-responses.ts'
import type { CallFields } from './fields.ts'
import { createTokenIssuer } from './oauth.ts'
import { pushPayment } from './push.ts'
import { queryPayment } from './query.ts'
import { reversePayment } from './reversal.ts'
import { queryTransaction } from './transaction-status.ts'

/** HTTP API of Daraja. Except for OAuth, all calls are POST requests with JSON and an access token. */
export function createDarajaHandler(daraja: Daraja): Handler {
  const tokens = createTokenIssuer(daraja.clock, daraja.credentials)
  const createPostRoute = (path: string, act: (daraja: Daraja, fields: CallFields) => WireResponse) => ({
    method: 'POST',
    path,
    answer(request: WireRequest) {
      const refusal = tokens.refusal(request)
      if (refusal) return refusal
      const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
      const fields = isJson ? parseJsonObject(request) : undefined
      return fields ? act(daraja, fields) : darajaErrorResponse('bad-payload')
    },
  })
  return routeRequests(
    [
      { method: 'GET', path: '/oauth/v1/generate', answer: (request) => tokens.issue(request) },
      createPostRoute('/mpesa/stkpush/v1/processrequest', pushPayment),
      createPostRoute('/mpesa/stkpushquery/v1/query', queryPayment),
      createPostRoute('/mpesa/reversal/v1/request', reversePayment),
      createPostRoute('/mpesa/transactionstatus/v1/query', queryTransaction),
    ],
    (_, pathKnown) => darajaErrorResponse(pathKnown ? 'not-post' : 'wrong-path'),
  )
}
