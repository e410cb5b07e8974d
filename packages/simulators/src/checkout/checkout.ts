import type { TestCard } from './cards.ts'

/** What happens next on a hosted page: a question, a sentence to show, or leaving for the merchant. */
export type Step = { ask: 'pin' | 'otp' | 'approval' } | { say: string } | { goTo: string }

/** One visit to a hosted payment page, whoever the provider is. Amounts in minor units. */
export type Checkout = {
  provider: 'Paystack' | 'Stripe'
  title: string
  amount: number
  currency: string
  /** What the payer sees about the purchase: label and value. */
  facts: [string, string][]
  cards: TestCard[]
  /** Where the payer goes when nothing is left to do here; undefined while the page can still be paid on. */
  over: string | undefined
  pay(card: TestCard): Step
  answer(given: string): Step
  cancel(): Step
}

/** How far a payer's complaint with the bank has come. */
export type DisputeStage = 'open' | 'lost' | 'won'

/** Finds the visit a page's address names; each provider has its own. */
export type Checkouts = (code: string) => Checkout | undefined

/**
 * The questions of one card, one after the other; a wrong answer ends them.
 * @returns the next question, `'decided'` when all are answered rightly, `'wrong'` after a wrong one.
 */
export function questionsOf(card: TestCard) {
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

export type Questions = ReturnType<typeof questionsOf>
