import { jsonResponse, type WireResponse } from '../http/wire.ts'

/** Returns the response `{status, message, data}`. Ids made by `bigId` become numbers of any length. */
export function acceptedResponse(message: string, data: unknown): WireResponse {
  return jsonResponse(200, withBigIds({ status: true, message, data }))
}

export function refusedResponse(status: 400 | 401 | 404, message: string): WireResponse {
  return jsonResponse(status, { status: false, message })
}

/** Marks an integer beyond JavaScript's range as text; `withBigIds` writes it as a number. */
export const bigId = (digits: string) => `bigint:${digits}`

export function withBigIds(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"bigint:(\d+)"/g, '$1')
}
