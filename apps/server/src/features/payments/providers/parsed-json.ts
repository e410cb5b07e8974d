// An integer that no number holds comes as its digits: ids of Paystack may be that long (payments.md §2.1).
const exact = (_key: string, value: unknown, { source }: { source?: string } = {}) =>
  typeof value === 'number' && source && /^-?\d+$/.test(source) && !Number.isSafeInteger(value) ? source : value

/** JSON of whatever came; undefined when it is none. */
export function parsedJson(raw: Buffer | string): unknown {
  try {
    return JSON.parse(raw.toString(), exact) as unknown
  } catch {
    return undefined
  }
}
