/** What the switches beside the simulated phone do (payments.md §4). All of them stay as set until changed. */
export type Toggles = {
  /** Nobody can be reached: 1037. */
  phoneOff: boolean
  /** Another M-PESA session is open on the phone: 1001. */
  otherSession: boolean
  /** The callback is never sent; only the query knows. */
  loseCallback: boolean
  sendTwice: boolean
  /** The callback comes 30 seconds late. */
  late: boolean
  /** The push is carried out, but the line breaks before its answer. */
  losePushAnswer: boolean
  /** Every other query about a finished payment gives no verdict (payments.md §1.4). */
  flakyQuery: boolean
}

/** A message on the phone; `at` in ISO 8601. */
export type Sms = { text: string; at: string }

/** One simulated phone with its M-PESA account. Money in whole shillings. */
export type Phone = {
  /** `2547XXXXXXXX` or `2541XXXXXXXX`. */
  number: string
  balance: number
  wrongPins: number
  toggles: Toggles
  /** Newest last, at most 20. */
  messages: Sms[]
  /** What the next prompt ends with by itself, whatever the phone would do; used up by it. */
  nextResult?: string | undefined
  lastResult?: { resultCode: string; resultDesc: string; at: string } | undefined
}

export const rightPin = '1234'
export const pinTries = 3
/** Three purchases of 1500 and a fourth that is refused (payments.md §4). */
export const firstBalance = 5_000

export const noToggles: Toggles = {
  phoneOff: false,
  otherSession: false,
  loseCallback: false,
  sendTwice: false,
  late: false,
  losePushAnswer: false,
  flakyQuery: false,
}

/** All phones that were ever spoken to, by number; a phone is there as soon as somebody asks for it. */
export type Phones = {
  get(number: string): Phone
  /** Back to a new phone: balance, switches, messages and tries. */
  reset(number: string): void
  all(): Phone[]
  put(phones: Phone[]): void
}

export function makePhones(): Phones {
  const byNumber = new Map<string, Phone>()
  const fresh = (number: string): Phone => ({
    number,
    balance: firstBalance,
    wrongPins: 0,
    toggles: { ...noToggles },
    messages: [],
  })
  return {
    get(number) {
      const phone = byNumber.get(number) ?? fresh(number)
      byNumber.set(number, phone)
      return phone
    },
    reset: (number) => void byNumber.set(number, fresh(number)),
    all: () => [...byNumber.values()],
    put: (phones) => {
      for (const phone of phones) byNumber.set(phone.number, phone)
    },
  }
}

/** The number as Daraja writes it, from any way people write it (payments.md §1.2); undefined when it is none. */
export function phoneNumber(written: string): string | undefined {
  const bare = written.replaceAll(/[\s\-+]/g, '')
  const number = bare.replace(/^0(?=[17]\d{8}$)/, '254').replace(/^(?=[17]\d{8}$)/, '254')
  return /^254[17]\d{8}$/.test(number) ? number : undefined
}
