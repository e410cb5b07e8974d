import type { TestCredentials } from '../credentials.ts'
import type { WireResponse } from '../http/http-routing.ts'
import { isLoopback } from '../http/message-delivery.ts'
import { darajaErrorResponse, invalidFieldResponse } from './error-responses.ts'

/** JSON body of an API call, before validation. */
export type CallFields = Record<string, unknown>

/** Returns a field of a request body as text. Converts a number to its digits, and any other type to ''. */
export function readFieldText(fields: CallFields, name: string): string {
  const value = fields[name]
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

/** Returns an error response if shortcode, timestamp or password is invalid, otherwise undefined. */
export function findPasswordError(fields: CallFields, { shortcode, passkey }: TestCredentials['daraja']) {
  const [givenShortcode, timestamp] = [readFieldText(fields, 'BusinessShortCode'), readFieldText(fields, 'Timestamp')]
  if (!/^\d{5,7}$/.test(givenShortcode)) return invalidFieldResponse('BusinessShortCode')
  if (!isTimestamp(timestamp)) return invalidFieldResponse('Timestamp')
  if (givenShortcode !== shortcode) return darajaErrorResponse('no-merchant')
  const expectedPassword = Buffer.from(shortcode + passkey + timestamp).toString('base64')
  return readFieldText(fields, 'Password') === expectedPassword ? undefined : darajaErrorResponse('wrong-credentials')
}

/** Returns whether a callback URL is valid: on this machine and, as at Daraja, without uppercase letters. */
export function isCallbackUrl(url: string): boolean {
  return !/[A-Z]/.test(url) && isLoopback(url)
}

/**
 * Checks the fields that reversals and status queries have in common. Returns an error response if a field is missing
 * or invalid.
 */
export function checkOperatorFields(fields: CallFields): WireResponse | undefined {
  for (const name of ['Initiator', 'SecurityCredential'])
    if (!readFieldText(fields, name)) return invalidFieldResponse(name)
  for (const name of ['ResultURL', 'QueueTimeOutURL'])
    if (!isCallbackUrl(readFieldText(fields, name))) return invalidFieldResponse(name)
  const { length } = readFieldText(fields, 'Remarks')
  return length < 2 || length > 100 ? invalidFieldResponse('Remarks') : undefined
}

/** Returns whether a timestamp such as `20210628092408` is a real date. */
function isTimestamp(timestamp: string): boolean {
  const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/.exec(timestamp) ?? []
  const iso = `${y}-${mo}-${d}T${h}:${mi}:${s}.000Z`
  const at = Date.parse(iso)
  return Number.isFinite(at) && new Date(at).toISOString() === iso
}
