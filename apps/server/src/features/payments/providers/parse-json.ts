// Keeps integers outside the safe range as text, because Paystack's ids can be that large.
const keepLargeIntegers = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' && source && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value

/** Parses JSON; returns undefined if it is malformed. */
export function parseJson(raw: Buffer | string): unknown {
  try {
    return JSON.parse(raw.toString(), keepLargeIntegers) as unknown
  } catch {
    return undefined
  }
}
