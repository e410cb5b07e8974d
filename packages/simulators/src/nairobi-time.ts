/** Returns the parts of a time in Nairobi, which is UTC+3 all year. */
export function toNairobiTime(at: Date) {
  const local = new Date(at.getTime() + 3 * 3_600_000)
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
    /** Date and time in the format of Daraja's field TransactionDate, such as `20260928181100`. */
    digits: local.toISOString().replaceAll(/\D/g, '').slice(0, 14),
    clock: `${two(local.getUTCHours())}:${two(local.getUTCMinutes())}`,
  }
}
