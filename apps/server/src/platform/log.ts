import { networksOf } from './network.ts'

/** One JSON object per line; never personal data, addresses cut to their network. */
export type Log = {
  info(event: string, fields?: Record<string, unknown>): void
  error(event: string, error: unknown, fields?: Record<string, unknown>): void
}

/** An address without the part that points at one household: /24 or /48. */
export const truncateIp = (ip: string): string => networksOf(ip).neighbourhood

const described = (error: unknown) =>
  error instanceof Error
    ? { error: error.message, stack: error.stack, code: 'code' in error ? error.code : undefined }
    : { error: String(error) }

/** Writes lines with `write`; `now` stamps them. */
export function lineLog(write: (line: string) => void, now: () => Date): Log {
  const line = (level: string, event: string, fields: object) =>
    write(`${JSON.stringify({ at: now().toISOString(), level, event, ...fields })}\n`)
  return {
    info: (event, fields = {}) => line('info', event, fields),
    error: (event, error, fields = {}) => line('error', event, { ...fields, ...described(error) }),
  }
}
