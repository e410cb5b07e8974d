import { toNairobiTime } from '../nairobi-time.ts'
import type { Phone } from './phones.ts'

const maxMessages = 20

/** Returns the SMS for a payment, in M-PESA's format. */
export function formatPaidSms(
  receipt: string,
  amount: number,
  merchant: string,
  account: string,
  phone: Phone,
  at: Date,
) {
  return (
    `${receipt} Confirmed. ${formatKsh(amount)} sent to ${merchant} for account ${account} on ${formatTime(at)} ` +
    `New M-PESA balance is ${formatKsh(phone.balance)}.`
  )
}

/** Returns the SMS for a reversal. */
export function formatReversedSms(receipt: string, original: string, amount: number, phone: Phone, at: Date) {
  return (
    `${receipt} Confirmed. Reversal of ${original} of ${formatKsh(amount)} on ${formatTime(at)}. ` +
    `New M-PESA balance is ${formatKsh(phone.balance)}.`
  )
}

export function addSms(phone: Phone, text: string, at: Date): void {
  phone.messages = [...phone.messages, { text, at: at.toISOString() }].slice(-maxMessages)
}

const formatKsh = (shillings: number) => `KSH${shillings.toFixed(2)}`

/** Formats a time as in M-PESA's SMS: `2/10/26 at 6:11 PM`. */
function formatTime(at: Date): string {
  const { year, month, day, hour, minute } = toNairobiTime(at)
  const time = `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'AM' : 'PM'}`
  return `${day}/${month}/${String(year).slice(2)} at ${time}`
}
