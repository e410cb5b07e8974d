/** Switches on the phone's page that simulate faults. Each switch keeps its value until it is changed. */
export type FaultSwitches = {
  /** The phone is unreachable, so an M-Pesa STK push ends with result code 1037. */
  phoneOff: boolean
  otherSession: boolean
  /** The callback is never sent, so only a query returns the result. */
  loseCallback: boolean
  sendTwice: boolean
  /** The callback arrives 30 seconds late. */
  late: boolean
  /** The simulator processes the M-Pesa STK push, but closes the connection without a response. */
  losePushAnswer: boolean
  /** Every second query of a finished payment returns an error instead of its result. */
  flakyQuery: boolean
}

/** An SMS. `at` is in ISO 8601. */
export type Sms = { text: string; at: string }

/** A phone with its M-PESA account. Amounts are in whole shillings. */
export type Phone = {
  /** Phone number in the form `2547XXXXXXXX` or `2541XXXXXXXX`. */
  number: string
  balance: number
  wrongPins: number
  toggles: FaultSwitches
  /** The last 20 SMS, with the newest last. */
  messages: Sms[]
  /** Forced result of the next M-Pesa STK push. Used only once. */
  nextResult?: string | undefined
  lastResult?: { resultCode: string; resultDesc: string; at: string } | undefined
}

export const correctPin = '1234'
export const maxPinTries = 3
/** Initial balance of a phone. It covers three payments of 1,500 shillings, so that a fourth payment fails. */
export const initialBalance = 5_000

export const defaultFaultSwitches: FaultSwitches = {
  phoneOff: false,
  otherSession: false,
  loseCallback: false,
  sendTwice: false,
  late: false,
  losePushAnswer: false,
  flakyQuery: false,
}

/** All phones by number, created on first use. */
export type Phones = {
  get(number: string): Phone
  /** Resets balance, switches, messages, PIN tries, and the last and forced results. */
  reset(number: string): void
  all(): Phone[]
  put(phones: Phone[]): void
}

export function makePhones(): Phones {
  const byNumber = new Map<string, Phone>()
  const createPhone = (number: string): Phone => ({
    number,
    balance: initialBalance,
    wrongPins: 0,
    toggles: { ...defaultFaultSwitches },
    messages: [],
  })
  return {
    get(number) {
      const phone = byNumber.get(number) ?? createPhone(number)
      byNumber.set(number, phone)
      return phone
    },
    reset: (number) => void byNumber.set(number, createPhone(number)),
    all: () => [...byNumber.values()],
    put: (phones) => {
      for (const phone of phones) byNumber.set(phone.number, phone)
    },
  }
}

/** Converts a phone number to Daraja's format. Returns undefined when it is not a Kenyan mobile number. */
export function parsePhoneNumber(input: string): string | undefined {
  const bare = input.replaceAll(/[\s\-+]/g, '')
  const number = bare.replace(/^0(?=[17]\d{8}$)/, '254').replace(/^(?=[17]\d{8}$)/, '254')
  return /^254[17]\d{8}$/.test(number) ? number : undefined
}
