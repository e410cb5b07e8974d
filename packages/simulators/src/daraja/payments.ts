import type { Clock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import { paidSms, receive } from '../phone/messages.ts'
import { firstBalance, type Phone, type Phones, pinTries, rightPin } from '../phone/phones.ts'
import { makeReceipt } from './receipt.ts'
import { resultDesc } from './result-codes.ts'
import { scriptedResult } from './scripted-phones.ts'

/** One push and what became of it. Amounts in whole shillings; times in ISO 8601. */
export type Payment = {
  checkoutRequestId: string
  merchantRequestId: string
  number: string
  amount: number
  account: string
  callbackUrl: string
  startedAt: string
  /** `prompted`: the phone shows the question. `deciding`: no verdict yet. `done`: `resultCode` is final. */
  state: 'prompted' | 'deciding' | 'done'
  resultCode: string | undefined
  /** The code in the payer's message, once paid. */
  receipt: string | undefined
  finishedAt: string | undefined
  polls: number
  reversed: boolean
}

/** A push that was accepted, before anything happened. `doomed` is a result it ends with without a prompt. */
export type NewPayment = Pick<
  Payment,
  'checkoutRequestId' | 'merchantRequestId' | 'number' | 'amount' | 'account' | 'callbackUrl'
> & { doomed: string | undefined }

/** The payments of all phones, and what people do on their phones. */
export type Payments = {
  start(payment: NewPayment): Payment
  /** The payment that holds the phone at this moment. */
  live(number: string): Payment | undefined
  byCheckoutId(id: string): Payment | undefined
  byReceipt(receipt: string): Payment | undefined
  /** Both do nothing and give false when no prompt is on the phone. */
  enterPin(number: string, pin: string): boolean
  cancel(number: string): boolean
  all(): Payment[]
  /** Goes on with payments kept from an earlier run; those still open are decided anew. */
  put(payments: Payment[]): void
}

type Parts = {
  clock: Clock
  delays: Delays
  phones: Phones
  merchantName: string
  /** Called once for each payment, when its verdict is there. */
  finished(payment: Payment, phone: Phone): void
  /** Called after anything changed. */
  changed(): void
}

export function makePayments(parts: Parts): Payments {
  const book: Book = { ...parts, byId: new Map() }
  const all = () => [...book.byId.values()]
  return {
    start({ doomed, ...given }) {
      const payment = { ...blank, ...given, startedAt: parts.clock.now().toISOString() }
      begin(book, payment, doomed ?? automatic(parts.phones.get(payment.number)))
      return payment
    },
    live: (number) => live(book, number),
    byCheckoutId: (id) => book.byId.get(id),
    byReceipt: (receipt) => all().find((one) => one.receipt === receipt),
    enterPin(number, pin) {
      const payment = prompted(book, number)
      if (payment) decide(book, payment, verdict(parts.phones.get(number), pin, payment.amount), parts.delays.settle)
      return payment !== undefined
    },
    cancel(number) {
      const payment = prompted(book, number)
      if (payment) decide(book, payment, '1032', parts.delays.settle)
      return payment !== undefined
    },
    all,
    put: (kept) => {
      for (const one of kept) {
        if (one.state === 'done') book.byId.set(one.checkoutRequestId, one)
        else begin(book, one, automatic(parts.phones.get(one.number)))
      }
    },
  }
}

type Book = Parts & { byId: Map<string, Payment> }

function live({ byId }: Book, number: string): Payment | undefined {
  return [...byId.values()].find((one) => one.number === number && one.state !== 'done')
}

function prompted(book: Book, number: string): Payment | undefined {
  const payment = live(book, number)
  return payment?.state === 'prompted' ? payment : undefined
}

/** Asks the phone, or lets `code` come by itself; `'never'` is a phone that rings and rings. */
function begin(book: Book, payment: Payment, code: string | undefined): void {
  book.byId.set(payment.checkoutRequestId, payment)
  if (code !== undefined && code !== 'never') return decide(book, payment, code, book.delays.scripted)
  payment.state = code === 'never' ? 'deciding' : 'prompted'
  book.clock.after(book.delays.ignored, () => {
    if (payment.state === 'prompted' || code === 'never') finish(book, payment, '1037')
  })
  book.changed()
}

function decide(book: Book, payment: Payment, code: string, ms: number): void {
  payment.state = 'deciding'
  book.clock.after(ms, () => finish(book, payment, code))
  book.changed()
}

const blank = {
  state: 'deciding',
  resultCode: undefined,
  receipt: undefined,
  finishedAt: undefined,
  polls: 0,
  reversed: false,
} as const

/** What the phone's number or switches decide before anyone reads the prompt. */
function automatic(phone: Phone): string | undefined {
  const forced = phone.nextResult
  phone.nextResult = undefined
  if (forced !== undefined) return forced
  if (phone.toggles.phoneOff) return '1037'
  if (phone.toggles.otherSession) return '1001'
  return scriptedResult(phone.number)
}

/** The third wrong PIN locks the account, and a locked one refuses the right PIN too (payments.md §4). */
function verdict(phone: Phone, pin: string, amount: number): string {
  if (phone.wrongPins >= pinTries) return '8006'
  if (pin === rightPin) {
    phone.wrongPins = 0
    return phone.balance < amount ? '1' : '0'
  }
  phone.wrongPins += 1
  return phone.wrongPins >= pinTries ? '8006' : '2001'
}

function finish({ clock, phones, merchantName, finished, changed }: Parts, payment: Payment, code: string): void {
  const [phone, now] = [phones.get(payment.number), clock.now()]
  Object.assign(payment, { state: 'done', resultCode: code, finishedAt: now.toISOString() })
  phone.lastResult = { resultCode: code, resultDesc: resultDesc(code), at: now.toISOString() }
  if (code === '0') {
    payment.receipt = makeReceipt(now)
    // A number that pays by script never runs dry.
    if (phone.balance < payment.amount) phone.balance = firstBalance
    phone.balance = Math.max(0, phone.balance - payment.amount)
    receive(phone, paidSms(payment.receipt, payment.amount, merchantName, payment.account, phone, now), now)
  }
  finished(payment, phone)
  changed()
}
