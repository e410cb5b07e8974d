import { jsonResponse, type WireResponse } from '../http/http-routing.ts'

type StripeError = {
  type: 'invalid_request_error' | 'idempotency_error'
  message: string
  code?: string
  param?: string
}

/** Returns `{error: {type, message, …}}`, which the SDK converts to its own error class. */
export function stripeErrorResponse(status: 400 | 401 | 404, error: StripeError): WireResponse {
  return jsonResponse(status, { error })
}

export function missingParameterResponse(param: string): WireResponse {
  const message = `Missing required param: ${param}.`
  return stripeErrorResponse(400, { type: 'invalid_request_error', code: 'parameter_missing', message, param })
}

export function invalidParameterResponse(param: string, message: string): WireResponse {
  return stripeErrorResponse(400, { type: 'invalid_request_error', message, param })
}

export function noSuchObjectResponse(kind: string, id: string): WireResponse {
  const message = `No such ${kind}: '${id}'`
  return stripeErrorResponse(404, { type: 'invalid_request_error', code: 'resource_missing', message, param: 'id' })
}
