import { causingRequest } from '#platform/http/request-id.ts'
import { networksOf } from '#platform/security/network.ts'

/** What a line says besides its own keys, which alarms read: no field may carry their names. */
type Fields = { at?: never; level?: never; event?: never; [name: string]: unknown }

/** One JSON object per line; never personal data, addresses cut to their network. */
export type Log = {
  info(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

/** An address without the part that points at one household: /24 or /48. */
export const truncateIp = (ip: string): string => networksOf(ip).neighbourhood

// PostgreSQL repeats in its messages what it was given, in quotes: `invalid input syntax for type uuid: "…"`.
const withoutValues = (text: string) => text.replace(/((?:: |time zone |value )")[^"]*"/g, '$1…"')

// A message may contain user input: an address, a phone number, a token, a code. Patterns match from the start of a
// word only, so that matching stays linear in its length.
const personal = /(?<![^\s"'<>()])@*[^\s"'<>()@]+@[^\s"'<>()]*\.\w+|[A-Za-z0-9_-]{40,}|\+?\d[\d ()-]{6,}\d/
// The digits of an id look like a phone number; an id inside a longer word may be part of a token.
const uuid = /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/
const uuidOrPersonal = new RegExp(`(?<id>${uuid.source})|${personal.source}`, 'gi')

const clean = (text: string) =>
  withoutValues(text).replace(uuidOrPersonal, (...match) => {
    const { id } = match.at(-1) as { id?: string }
    return id ?? '…'
  })

/**
 * An error, or what was made of one: the job queue hands on copies, plain objects with its fields and the queue's name.
 * Of any other object only its keys are said.
 */
function described(error: unknown) {
  if (typeof error !== 'object' || error === null) return { error: clean(String(error)) }
  const { message, stack, code, queue } = error as Record<string, unknown>
  return {
    error:
      typeof message === 'string' ? clean(message) : `an object with ${Object.keys(error).join(', ') || 'nothing'}`,
    stack: stackOf(stack),
    code,
    queue,
  }
}

/** Where it happened, without the message, which is told by itself. */
const stackOf = (stack: unknown) => (typeof stack === 'string' ? /^ +at [^]*/m.exec(stack)?.[0] : undefined)

/** Writes lines with `write`; `now` stamps them. */
export function lineLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: string, event: string, fields: object) => {
    const own = { at: now().toISOString(), level, event }
    const requestId = causingRequest()
    // Twice: the first keeps them at the beginning of the line, the second has the last word.
    write(`${JSON.stringify({ ...own, ...(requestId && { requestId }), ...fields, ...own })}\n`)
  }
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error, fields = {}) => line('error', event, { ...fields, ...described(error) }),
  }
}
