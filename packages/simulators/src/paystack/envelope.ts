import { jsonResponse, type WireResponse } from '../http/http-routing.ts'

/**
 * Returns a success response in Paystack's format, `{status, message, data}`. Writes ids from `markBigId` as JSON
 * numbers.
 */
export function paystackSuccessResponse(message: string, data: unknown): WireResponse {
  return jsonResponse(200, stringifyWithBigIds({ status: true, message, data }))
}

export function paystackErrorResponse(status: 400 | 401 | 404, message: string): WireResponse {
  return jsonResponse(status, { status: false, message })
}

/** Marks an integer that is too large for a JavaScript number. `stringifyWithBigIds` writes it as a JSON number. */
export const markBigId = (digits: string) => `bigint:${digits}`

export function stringifyWithBigIds(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"bigint:(\d+)"/g, '$1')
}
