import type { Clock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import { addSms, formatPaidSms } from '../phone/messages.ts'
import { correctPin, initialBalance, maxPinTries, type Phone, type Phones } from '../phone/phones.ts'
import { makeReceiptCode } from './receipt.ts'
import { describeResult } from './result-codes.ts'
import { findScriptedResult } from './scripted-phones.ts'

/** A payment that was requested by an M-Pesa STK push. Amounts are in whole shillings, times in ISO 8601. */
export type Payment = {
  checkoutRequestId: string
  merchantRequestId: string
  number: string
  amount: number
  account: string
  callbackUrl: string
  startedAt: string
  /**
   * `prompted`: the phone shows the prompt. `deciding`: no prompt is open, and there is no result yet. `done`:
   * `resultCode` is final.
   */
  state: 'prompted' | 'deciding' | 'done'
  resultCode: string | undefined
  /** Receipt code in the payer's SMS. Undefined until the payment succeeds. */
  receipt: string | undefined
  finishedAt: string | undefined
  polls: number
  reversed: boolean
}

/**
 * A payment to start. `doomed` is the result code of a payment that must fail without a prompt. With `never`, the phone
 * never shows the prompt, so the payment times out.
 */
export type NewPayment = Pick<
  Payment,
  'checkoutRequestId' | 'merchantRequestId' | 'number' | 'amount' | 'account' | 'callbackUrl'
> & { doomed: string | undefined }

/** All payments, and the actions that a phone's owner can take on a prompt. */
export type Payments = {
  start(payment: NewPayment): Payment
  /** Returns the pending payment of a phone. */
  findPending(number: string): Payment | undefined
  byCheckoutId(id: string): Payment | undefined
  byReceipt(receipt: string): Payment | undefined
  /** `enterPin` and `cancel` return false when no prompt is open. */
  enterPin(number: string, pin: string): boolean
  cancel(number: string): boolean
  all(): Payment[]
  /** Restores the payments of an earlier run. A pending payment gets a new prompt or a result. */
  put(payments: Payment[]): void
}

type Parts = {
  clock: Clock
  delays: Delays
  phones: Phones
  merchantName: string
  finished(payment: Payment, phone: Phone): void
  changed(): void
}

export function makePayments(parts: Parts): Payments {
  const store: PaymentStore = { ...parts, byId: new Map() }
  const all = () => [...store.byId.values()]
  return {
    start({ doomed, ...given }) {
      const payment = { ...initialFields, ...given, startedAt: parts.clock.now().toISOString() }
      startPayment(store, payment, doomed ?? takeAutomaticResult(parts.phones.get(payment.number)))
      return payment
    },
    findPending: (number) => findPending(store, number),
    byCheckoutId: (id) => store.byId.get(id),
    byReceipt: (receipt) => all().find((payment) => payment.receipt === receipt),
    enterPin(number, pin) {
      const payment = findPrompted(store, number)
      if (payment)
        finishLater(store, payment, checkPin(parts.phones.get(number), pin, payment.amount), parts.delays.settle)
      return payment !== undefined
    },
    cancel(number) {
      const payment = findPrompted(store, number)
      if (payment) finishLater(store, payment, '1032', parts.delays.settle)
      return payment !== undefined
    },
    all,
    put: (saved) => {
      for (const payment of saved) {
        if (payment.state === 'done') store.byId.set(payment.checkoutRequestId, payment)
        else startPayment(store, payment, takeAutomaticResult(parts.phones.get(payment.number)))
      }
    },
  }
}

type PaymentStore = Parts & { byId: Map<string, Payment> }

function findPending({ byId }: PaymentStore, number: string): Payment | undefined {
  return [...byId.values()].find((payment) => payment.number === number && payment.state !== 'done')
}

function findPrompted(store: PaymentStore, number: string): Payment | undefined {
  const payment = findPending(store, number)
  return payment?.state === 'prompted' ? payment : undefined
}

/**
 * Starts a payment. Without a `code`, the phone shows the prompt. With a `code`, the payment ends with that result
 * after a delay, without a prompt. With `'never'`, the payment times out without a prompt.
 */
function startPayment(store: PaymentStore, payment: Payment, code: string | undefined): void {
  store.byId.set(payment.checkoutRequestId, payment)
  if (code !== undefined && code !== 'never') return finishLater(store, payment, code, store.delays.scripted)
  payment.state = code === 'never' ? 'deciding' : 'prompted'
  store.clock.after(store.delays.ignored, () => {
    if (payment.state === 'prompted' || code === 'never') finish(store, payment, '1037')
  })
  store.changed()
}

function finishLater(store: PaymentStore, payment: Payment, code: string, ms: number): void {
  payment.state = 'deciding'
  store.clock.after(ms, () => finish(store, payment, code))
  store.changed()
}

const initialFields = {
  state: 'deciding',
  resultCode: undefined,
  receipt: undefined,
  finishedAt: undefined,
  polls: 0,
  reversed: false,
} as const

/**
 * Returns the result code of a payment that needs no PIN. The forced code has priority over a fault switch, and a fault
 * switch over a scripted number. Returns undefined if the phone's owner must enter a PIN. Clears the forced code.
 */
function takeAutomaticResult(phone: Phone): string | undefined {
  const forced = phone.nextResult
  phone.nextResult = undefined
  if (forced !== undefined) return forced
  if (phone.toggles.phoneOff) return '1037'
  if (phone.toggles.otherSession) return '1001'
  return findScriptedResult(phone.number)
}

/**
 * Returns the result code for a PIN. The third wrong PIN locks the account, which then refuses even the correct PIN.
 */
function checkPin(phone: Phone, pin: string, amount: number): string {
  if (phone.wrongPins >= maxPinTries) return '8006'
  if (pin === correctPin) {
    phone.wrongPins = 0
    return phone.balance < amount ? '1' : '0'
  }
  phone.wrongPins += 1
  return phone.wrongPins >= maxPinTries ? '8006' : '2001'
}

function finish({ clock, phones, merchantName, finished, changed }: Parts, payment: Payment, code: string): void {
  const [phone, now] = [phones.get(payment.number), clock.now()]
  Object.assign(payment, { state: 'done', resultCode: code, finishedAt: now.toISOString() })
  phone.lastResult = { resultCode: code, resultDesc: describeResult(code), at: now.toISOString() }
  if (code === '0') {
    payment.receipt = makeReceiptCode(now)
    // A payment with the scripted or forced result 0 never lacks money: a low balance is first reset.
    if (phone.balance < payment.amount) phone.balance = initialBalance
    phone.balance = Math.max(0, phone.balance - payment.amount)
    addSms(phone, formatPaidSms(payment.receipt, payment.amount, merchantName, payment.account, phone, now), now)
  }
  finished(payment, phone)
  changed()
}
