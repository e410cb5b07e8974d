import type { Clock } from '../clock.ts'
import type { TestCredentials } from '../credentials.ts'
import type { Delays } from '../delays.ts'
import type { Deliver } from '../http/deliver.ts'
import type { Phone, Phones } from '../phone/phones.ts'
import { makePayments, type Payment, type Payments } from './payments.ts'

/** Everything a call of Daraja works on. */
export type Daraja = {
  clock: Clock
  delays: Delays
  deliver: Deliver
  credentials: TestCredentials['daraja']
  phones: Phones
  payments: Payments
  changed(): void
  /** The next operator's call (reversal, status) ends with this code, whatever it asks for. */
  endNextOperatorCall(resultCode: string): void
  takeOperatorResult(): string | undefined
}

type Parts = Pick<Daraja, 'clock' | 'delays' | 'deliver' | 'credentials' | 'phones' | 'changed'>

/** @param finished called once for each payment, when its verdict is there. */
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
      const taken = operatorResult
      operatorResult = undefined
      return taken
    },
  }
  return daraja
}
