import type { Daraja } from '../daraja/daraja.ts'
import { findScriptedResult } from '../daraja/scripted-phones.ts'
import { toNairobiTime } from '../nairobi-time.ts'
import { type FaultSwitches, maxPinTries, type Sms } from './phones.ts'

/** State of a phone for its page. Amounts are in whole shillings, times in ISO 8601. */
export type PhoneView = {
  number: string
  balance: number
  /** Version of the state of all simulators. It increases with each change. */
  version: number
  /** The open prompt, or null. */
  prompt: { id: string; amount: number; merchant: string; account: string; secondsLeft: number } | null
  /** Whether a payment of this phone is pending, even if no prompt is shown. */
  busy: boolean
  pinTriesLeft: number
  toggles: FaultSwitches
  lastSms: Sms | null
  lastResult: { resultCode: string; resultDesc: string; at: string } | null
  /** Scripted result of this phone number, or null for an ordinary number. */
  scripted: string | null
  /** Time in Nairobi, such as `18:11`. */
  clock: string
}

export function phoneView(daraja: Daraja, number: string, version: number): PhoneView {
  const { phones, payments, clock, delays, credentials } = daraja
  const phone = phones.get(number)
  const pending = payments.findPending(number)
  const now = clock.now()
  return {
    number,
    balance: phone.balance,
    version,
    prompt:
      pending?.state === 'prompted'
        ? {
            id: pending.checkoutRequestId,
            amount: pending.amount,
            merchant: credentials.merchantName,
            account: pending.account,
            secondsLeft: Math.max(
              0,
              Math.ceil((Date.parse(pending.startedAt) + delays.ignored - now.getTime()) / 1000),
            ),
          }
        : null,
    busy: pending !== undefined,
    pinTriesLeft: Math.max(0, maxPinTries - phone.wrongPins),
    toggles: phone.toggles,
    lastSms: phone.messages.at(-1) ?? null,
    lastResult: phone.lastResult ?? null,
    scripted: findScriptedResult(number) ?? null,
    clock: toNairobiTime(now).clock,
  }
}
