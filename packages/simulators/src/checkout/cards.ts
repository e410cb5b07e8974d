/** A test card. The page shows `number`, but sends only `id`. */
export type TestCard = {
  id: string
  brand: 'visa' | 'verve' | 'mastercard'
  number: string
  cvv: string
  /** Outcome of a payment, as the page shows it. */
  ending: string
  tone: 'good' | 'bad' | 'neutral'
  /** Questions that the payer must answer before the bank decides, in order, with the correct answers. */
  asks: readonly { what: 'pin' | 'otp' | 'approval'; right: string }[]
  verdict: 'success' | 'declined' | 'insufficient' | 'timeout'
}

const good = { tone: 'good', verdict: 'success', asks: [] } as const

/** The six test cards of Paystack. */
export const paystackCards: TestCard[] = [
  { ...good, id: 'success', brand: 'visa', number: '4084084084084081', cvv: '408', ending: 'Goes through' },
  {
    ...good,
    id: 'pin',
    brand: 'verve',
    number: '507850785078507812',
    cvv: '081',
    ending: 'Asks for PIN 1111, then goes through',
    asks: [{ what: 'pin', right: '1111' }],
  },
  {
    ...good,
    id: 'pin-and-code',
    brand: 'verve',
    number: '5060666666666666666',
    cvv: '123',
    ending: 'PIN 1234, then code 123456, goes through',
    asks: [
      { what: 'pin', right: '1234' },
      { what: 'otp', right: '123456' },
    ],
  },
  {
    id: 'declined',
    brand: 'visa',
    number: '4084080000005408',
    cvv: '001',
    ending: 'Declined',
    tone: 'bad',
    verdict: 'declined',
    asks: [],
  },
  {
    id: 'insufficient',
    brand: 'visa',
    number: '4084080000670037',
    cvv: '787',
    ending: 'Not enough money',
    tone: 'bad',
    verdict: 'insufficient',
    asks: [],
  },
  {
    id: 'timeout',
    brand: 'verve',
    number: '5060660000000064',
    cvv: '606',
    ending: 'The bank does not answer',
    tone: 'neutral',
    verdict: 'timeout',
    asks: [],
  },
]

/** Four test cards of Stripe. */
export const stripeCards: TestCard[] = [
  { ...good, id: 'success', brand: 'visa', number: '4242424242424242', cvv: '123', ending: 'Goes through' },
  {
    ...good,
    id: 'approval',
    brand: 'visa',
    number: '4000002760003184',
    cvv: '123',
    ending: 'Asks you to approve it, then goes through',
    asks: [{ what: 'approval', right: 'yes' }],
  },
  {
    id: 'declined',
    brand: 'visa',
    number: '4000000000000002',
    cvv: '123',
    ending: 'Declined',
    tone: 'bad',
    verdict: 'declined',
    asks: [],
  },
  {
    id: 'insufficient',
    brand: 'visa',
    number: '4000000000009995',
    cvv: '123',
    ending: 'Not enough money',
    tone: 'bad',
    verdict: 'insufficient',
    asks: [],
  },
]
