import { json, type WireAnswer } from '../http/wire.ts'

/** Returns the response `{status, message, data}`. Ids made by `bigId` become numbers of any length. */
export function accepted(message: string, data: unknown): WireAnswer {
  return json(200, withBigIds({ status: true, message, data }))
}

export function refused(status: 400 | 401 | 404, message: string): WireAnswer {
  return json(status, { status: false, message })
}

/** Marks an integer beyond JavaScript's range as text; `withBigIds` writes it as a number. */
export const bigId = (digits: string) => `bigint:${digits}`

export function withBigIds(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"bigint:(\d+)"/g, '$1')
}
