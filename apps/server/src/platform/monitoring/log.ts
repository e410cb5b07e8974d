import { currentRequestId } from '#platform/http/request-id.ts'
import { getNetworks } from '#platform/security/network.ts'

/** Additional fields of a log line. The reserved names are excluded, because alerts read them. */
type Fields = { at?: never; level?: never; event?: never; [name: string]: unknown }

/** A log with one JSON object per line, without personal data. IP addresses are truncated. */
export type Log = {
  info(event: string, fields?: Fields): void
  error(event: string, error: unknown, fields?: Fields): void
}

/** Truncates an IP address to /24 or /48, so that it does not identify a household. */
export const truncateIp = (ip: string): string => getNetworks(ip).neighbourhood

// Removes values from PostgreSQL's messages, such as `invalid input syntax for type uuid: "…"`.
const withoutValues = (text: string) => text.replace(/((?:: |time zone |value )")[^"]*"/g, '$1…"')

// Matches mail addresses, phone numbers, tokens and codes. Matches begin at a word's start, so the time is linear.
const personalData = /(?<![^\s"'<>()])@*[^\s"'<>()@]+@[^\s"'<>()]*\.\w+|[A-Za-z0-9_-]{40,}|\+?\d[\d ()-]{6,}\d/
// Matches ids, which stay in the log although they look like phone numbers. Excludes ids in longer words (tokens).
const uuid = /(?<![\w-])[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?![\w-])/
const uuidOrPersonal = new RegExp(`(?<id>${uuid.source})|${personalData.source}`, 'gi')

const redact = (text: string) =>
  withoutValues(text).replace(uuidOrPersonal, (...match) => {
    const { id } = match.at(-1) as { id?: string }
    return id ?? '…'
  })

// Returns the log fields of an error or a job-queue error. Without a message, logs the keys of the object.
function describeError(error: unknown) {
  if (typeof error !== 'object' || error === null) return { error: redact(String(error)) }
  const { message, stack, code, queue } = error as Record<string, unknown>
  return {
    error:
      typeof message === 'string' ? redact(message) : `an object with ${Object.keys(error).join(', ') || 'nothing'}`,
    stack: extractStack(stack),
    code,
    queue,
  }
}

/** Returns the stack without the message. The message is logged in another field. */
const extractStack = (stack: unknown) => (typeof stack === 'string' ? /^ +at [^]*/m.exec(stack)?.[0] : undefined)

export function createJsonLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: string, event: string, fields: object) => {
    const reservedFields = { at: now().toISOString(), level, event }
    const requestId = currentRequestId()
    // `reservedFields` come first, so that the line begins with them. They come last again, so that `fields` cannot
    // override them.
    write(`${JSON.stringify({ ...reservedFields, ...(requestId && { requestId }), ...fields, ...reservedFields })}\n`)
  }
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error, fields = {}) => line('error', event, { ...fields, ...describeError(error) }),
  }
}
