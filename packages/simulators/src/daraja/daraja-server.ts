import { type Handler, jsonObject, routed, type WireAnswer, type WireRequest } from '../http/wire.ts'
import type { Daraja } from './daraja.ts'
import type { Fields } from './fields.ts'
import { makeTokens } from './oauth.ts'
import { push } from './push.ts'
import { query } from './query.ts'
import { refuse } from './refusals.ts'
import { reversal } from './reversal.ts'
import { transactionStatus } from './transaction-status.ts'

/** HTTP API of Daraja: POST with JSON and a token, except for OAuth. */
export function darajaHandler(daraja: Daraja): Handler {
  const tokens = makeTokens(daraja.clock, daraja.credentials)
  const posted = (path: string, act: (daraja: Daraja, fields: Fields) => WireAnswer) => ({
    method: 'POST',
    path,
    answer(request: WireRequest) {
      const refusal = tokens.refusal(request)
      if (refusal) return refusal
      const isJson = /^application\/json\b/.test(request.headers['content-type'] ?? '')
      const fields = isJson ? jsonObject(request) : undefined
      return fields ? act(daraja, fields) : refuse('bad-payload')
    },
  })
  return routed(
    [
      { method: 'GET', path: '/oauth/v1/generate', answer: (request) => tokens.issue(request) },
      posted('/mpesa/stkpush/v1/processrequest', push),
      posted('/mpesa/stkpushquery/v1/query', query),
      posted('/mpesa/reversal/v1/request', reversal),
      posted('/mpesa/transactionstatus/v1/query', transactionStatus),
    ],
    (_, pathKnown) => refuse(pathKnown ? 'not-post' : 'wrong-path'),
  )
}
