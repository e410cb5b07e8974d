import { json, type WireAnswer } from '../http/wire.ts'

/** `{status, message, data}` (payments.md §2.1). `bigIds` are written as the numbers they are, however long. */
export function accepted(message: string, data: unknown): WireAnswer {
  return json(200, withBigIds({ status: true, message, data }))
}

export function refused(status: 400 | 401 | 404, message: string): WireAnswer {
  return json(status, { status: false, message })
}

/** Marks a value as an integer that JavaScript cannot hold; `withBigIds` writes its digits. */
export const bigId = (digits: string) => `bigint:${digits}`

export function withBigIds(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"bigint:(\d+)"/g, '$1')
}
