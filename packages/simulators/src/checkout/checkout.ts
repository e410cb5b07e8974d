import type { TestCard } from './cards.ts'

/** Next step on a hosted page: a question, a message, or a redirect to the merchant. */
export type CheckoutStep = { ask: 'pin' | 'otp' | 'approval' } | { say: string } | { goTo: string }

/** One visit to a hosted payment page of any provider. Amounts in minor units. */
export type Checkout = {
  provider: 'Paystack' | 'Stripe'
  title: string
  amount: number
  currency: string
  /** Details of the purchase for the payer: label and value. */
  facts: [string, string][]
  cards: TestCard[]
  /** Redirect URL once the payment is over; undefined while it is open. */
  over: string | undefined
  pay(card: TestCard): CheckoutStep
  answer(given: string): CheckoutStep
  cancel(): CheckoutStep
}

/** Stage of a chargeback. */
export type DisputeStage = 'open' | 'lost' | 'won'

/** Finds a visit by the code in its address. */
export type FindCheckout = (code: string) => Checkout | undefined

/**
 * Asks the questions of a card in turn; a wrong answer ends them.
 * @returns the next question, `'decided'` after the last right answer, `'wrong'` after a wrong one.
 */
export function startQuestions(card: TestCard) {
  let at = 0
  return {
    card,
    current: () => card.asks[at]?.what,
    answer(given: string): 'ask' | 'decided' | 'wrong' {
      if (card.asks[at]?.right !== given) return 'wrong'
      at += 1
      return card.asks[at] ? 'ask' : 'decided'
    },
  }
}

export type CardQuestions = ReturnType<typeof startQuestions>
