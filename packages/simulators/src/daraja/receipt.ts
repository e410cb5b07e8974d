import { nairobiTime } from '../nairobi.ts'
import { digits, randomText, uppercase } from '../random.ts'

/**
 * Creates a receipt code such as `UJ22T8IYOU`: year (U is 2026), month (A is January), day, seven random characters.
 */
export function makeReceiptCode(at: Date): string {
  const { year, month, day } = nairobiTime(at)
  const yearLetter = uppercase.charAt((year - 2006) % 26)
  const date = yearLetter + uppercase.charAt(month - 1) + day.toString(36).toUpperCase()
  return date + randomText(7, digits + uppercase)
}
