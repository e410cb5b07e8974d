import { section } from '../sections.ts'

/** The plan. Sentences in the specification's words stay as they are. */
export const premium = section('premium', {
  premium: 'Premium',
  plan: 'Premium Plan',
  posts: 'View Up to 100 posts each day',
  postsHelp: 'Free users see up to 50 posts a day.',
  hide: 'Block posts from specific users',
  hideHelp: 'Hides someone’s posts from your feed without unfollowing them.',
  price: 'KSH. 1500',
  term: 'for one month. It never renews by itself.',
  mpesa: 'Pay with M-Pesa',
  card: 'Pay with Credit Card',
  notSetUp: 'Payments are not set up here.',
  mpesaOff: 'M-Pesa is not set up here.',
  cardOff: 'Cards are not set up here.',
  reload: 'Reload the page and try again. Nothing was charged.',
  notSetUpHelp: 'Nothing was charged. Whoever runs this Pawtrait has to connect a payment provider first.',
  on: 'Premium is on until {day}. Another month is added at its end.',
  grace: 'Your month ended on {day}. Premium stays on until {last}, then it rests.',
  bestInShow: 'Best in Show',
  atOnce: 'Works at once',
  atOnceHelp: 'The moment the payment is confirmed. What you saw today still counts.',
  ends: 'Ends by itself',
  endsHelp: 'One calendar month. We never charge on our own.',
  kept: 'Nothing taken back',
  keptHelp: 'When it ends, what you hid stays hidden and you can still undo it.',
} as const)
