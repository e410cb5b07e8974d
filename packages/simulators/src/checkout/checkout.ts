import type { TestCard } from './cards.ts'

/** The next step of a payment page: a question, a message, or a redirect to the merchant. */
export type CheckoutStep = { ask: 'pin' | 'otp' | 'approval' } | { say: string } | { goTo: string }

/** One payment on a provider's hosted payment page. `amount` is in minor units. */
export type Checkout = {
  provider: 'Paystack' | 'Stripe'
  title: string
  amount: number
  currency: string
  /** Details of the purchase that the payer sees. Each has a label and a value. */
  facts: [string, string][]
  cards: TestCard[]
  /** Redirect URL once the payment has ended. Undefined while it is open. */
  over: string | undefined
  pay(card: TestCard): CheckoutStep
  answer(given: string): CheckoutStep
  cancel(): CheckoutStep
}

/** State of a chargeback. */
export type DisputeStage = 'open' | 'lost' | 'won'

/** Finds a checkout by the code in its page's URL. */
export type CheckoutFinder = (code: string) => Checkout | undefined

/**
 * Asks the questions of a test card one after another. `answer` returns `'ask'` if another question follows,
 * `'decided'` after the last correct answer, and `'wrong'` after a wrong answer.
 */
export function createCardQuestions(card: TestCard) {
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

export type CardQuestions = ReturnType<typeof createCardQuestions>
