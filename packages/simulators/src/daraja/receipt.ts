import { toNairobiTime } from '../nairobi-time.ts'
import { digits, generateRandomText, uppercase } from '../random.ts'

/**
 * Creates a receipt code such as `UJ22T8IYOU`: year (U is 2026), month (A is January), day, seven random characters.
 */
export function makeReceiptCode(at: Date): string {
  const { year, month, day } = toNairobiTime(at)
  const yearLetter = uppercase.charAt((year - 2006) % 26)
  const date = yearLetter + uppercase.charAt(month - 1) + day.toString(36).toUpperCase()
  return date + generateRandomText(7, digits + uppercase)
}
