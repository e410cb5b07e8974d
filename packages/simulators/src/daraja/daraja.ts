import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import type { Delays } from '../delays.ts'
import type { MessageDelivery } from '../http/message-delivery.ts'
import type { Phone, Phones } from '../phone/phones.ts'
import { makePayments, type Payment, type Payments } from './payments.ts'

/** State and services of the Daraja simulator. */
export type Daraja = {
  clock: Clock
  delays: Delays
  deliver: MessageDelivery
  credentials: TestCredentials['daraja']
  phones: Phones
  payments: Payments
  changed(): void
  /** Sets the result code of the next reversal or status query. */
  endNextOperatorCall(resultCode: string): void
  takeOperatorResult(): string | undefined
}

type Parts = Pick<Daraja, 'clock' | 'delays' | 'deliver' | 'credentials' | 'phones' | 'changed'>

/** @param finished called once per payment, when the payment has its final result */
export function makeDaraja(parts: Parts, finished: (daraja: Daraja, payment: Payment, phone: Phone) => void): Daraja {
  let operatorResult: string | undefined
  const payments = makePayments({
    ...parts,
    merchantName: parts.credentials.merchantName,
    finished: (payment, phone) => finished(daraja, payment, phone),
  })
  const daraja: Daraja = {
    ...parts,
    payments,
    endNextOperatorCall(resultCode) {
      operatorResult = resultCode
    },
    takeOperatorResult() {
      const result = operatorResult
      operatorResult = undefined
      return result
    },
  }
  return daraja
}
