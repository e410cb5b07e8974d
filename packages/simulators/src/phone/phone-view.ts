import type { Daraja } from '../daraja/daraja.ts'
import { scriptedResult } from '../daraja/scripted-phones.ts'
import { nairobi } from '../nairobi.ts'
import { pinTries, type Sms, type Toggles } from './phones.ts'

/** A phone as the control surface shows it. Money in whole shillings, times in ISO 8601. */
export type PhoneView = {
  number: string
  balance: number
  /** Changes whenever anything on any phone does. */
  version: number
  /** The question on the screen, or null. */
  prompt: { id: string; amount: number; merchant: string; account: string; secondsLeft: number } | null
  /** A push is under way, with or without a question on the screen. */
  busy: boolean
  pinTriesLeft: number
  toggles: Toggles
  lastSms: Sms | null
  lastResult: { resultCode: string; resultDesc: string; at: string } | null
  /** What this number answers by itself, or null for a phone somebody uses (payments.md §4). */
  scripted: string | null
  /** `18:11`, in Nairobi. */
  clock: string
}

export function phoneView(daraja: Daraja, number: string, version: number): PhoneView {
  const { phones, payments, clock, delays, credentials } = daraja
  const phone = phones.get(number)
  const live = payments.live(number)
  const now = clock.now()
  return {
    number,
    balance: phone.balance,
    version,
    prompt:
      live?.state === 'prompted'
        ? {
            id: live.checkoutRequestId,
            amount: live.amount,
            merchant: credentials.merchantName,
            account: live.account,
            secondsLeft: Math.max(0, Math.ceil((Date.parse(live.startedAt) + delays.ignored - now.getTime()) / 1000)),
          }
        : null,
    busy: live !== undefined,
    pinTriesLeft: Math.max(0, pinTries - phone.wrongPins),
    toggles: phone.toggles,
    lastSms: phone.messages.at(-1) ?? null,
    lastResult: phone.lastResult ?? null,
    scripted: scriptedResult(number) ?? null,
    clock: nairobi(now).clock,
  }
}
