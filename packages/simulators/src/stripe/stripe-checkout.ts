import { stripeCards, type TestCard } from '../checkout/cards.ts'
import { type Checkout, type CheckoutStep, createCardQuestions } from '../checkout/checkout.ts'
import type { Session, StripeState } from './stripe.ts'
import { sessionView } from './views.ts'
import { sendEvent } from './webhook.ts'

/** Returns the hosted page of a session. After a refused card, the payer can try another card. */
export function findStripeCheckout(stripe: StripeState, id: string): Checkout | undefined {
  const session = stripe.sessions.get(id)
  if (!session) return
  const { title, description, email, clientReferenceId } = session
  return {
    provider: 'Stripe',
    title: title || 'Card payment',
    amount: session.amount,
    currency: session.currency,
    facts: [
      ['', description] as [string, string],
      ['Reference', clientReferenceId ?? ''] as [string, string],
      ['For', email ?? ''] as [string, string],
    ].filter(([, value]) => value !== ''),
    cards: stripeCards,
    over: session.status === 'open' ? undefined : buildSuccessUrl(session),
    pay: (card) => pay(stripe, session, card),
    answer: (given) => answer(stripe, session, given),
    cancel: () => ({ goTo: session.cancelUrl ?? buildSuccessUrl(session) }),
  }
}

/** Returns the success URL. Stripe replaces `{CHECKOUT_SESSION_ID}` in the merchant's URL by the session id. */
const buildSuccessUrl = ({ successUrl, id }: Session) => successUrl.replaceAll('{CHECKOUT_SESSION_ID}', id)

const refusalTexts: Partial<Record<TestCard['verdict'], string>> = {
  declined: 'Your card was declined. Nothing was charged.',
  insufficient: 'There is not enough money on this card. Nothing was charged.',
}

function pay(stripe: StripeState, session: Session, card: TestCard): CheckoutStep {
  session.questions = createCardQuestions(card)
  const question = session.questions.current()
  return question ? { ask: question } : applyVerdict(stripe, session, card)
}

function answer(stripe: StripeState, session: Session, given: string): CheckoutStep {
  const { questions } = session
  if (!questions) return { say: 'Pick a card first.' }
  const outcome = questions.answer(given)
  if (outcome === 'decided') return applyVerdict(stripe, session, questions.card)
  const next = questions.current()
  if (outcome === 'ask' && next) return { ask: next }
  session.questions = undefined
  return { say: 'The payment was not approved. Nothing was charged.' }
}

function applyVerdict(stripe: StripeState, session: Session, card: TestCard): CheckoutStep {
  session.questions = undefined
  const refusalText = refusalTexts[card.verdict]
  if (refusalText) return { say: refusalText }
  Object.assign(session, { status: 'complete', paid: true, card: { brand: card.brand, number: card.number } })
  sendEvent(stripe, 'checkout.session.completed', sessionView(stripe, session))
  stripe.changed()
  return { goTo: buildSuccessUrl(session) }
}
