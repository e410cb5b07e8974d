// The plan. Sentences in the specification's words stay as they are.

export const premium = 'Premium'
export const plan = 'Premium Plan'
export const posts = 'View Up to 100 posts each day'
export const postsHelp = 'Free users see up to 50 posts a day.'
export const hide = 'Block posts from specific users'
export const hideHelp = 'Hides someone’s posts from your feed without unfollowing them.'
export const price = 'KSH. 1500'
export const term = 'for one month. It never renews by itself.'
export const mpesa = 'Pay with M-Pesa'
export const card = 'Pay with Credit Card'
export const notHere = {
  notSetUp: 'Payments are not set up here.',
  mpesaOff: 'M-Pesa is not set up here.',
  cardOff: 'Cards are not set up here.',
} as const
export const reload = 'Reload the page and try again. Nothing was charged.'
export const notSetUpHelp = 'Nothing was charged. Whoever runs this Pawtrait has to connect a payment provider first.'
export const on = 'Premium is on until {day}. Another month is added at its end.'
export const yourPayments = 'Your payments'
export const lastReceipt = 'Receipt {number}'
export const grace = 'Your month ended on {day}. Premium stays on until {last}, then it rests.'
export const waitingForPhone = 'Waiting for the phone ending in {end}'
export const waitingForBank = 'A payment is being checked'
export const showWaiting = 'Show'
export const reminders = {
  started: 'Payment received. Premium is on until {day}.',
  'seven-days': 'Premium ends on {day}. It does not renew by itself.',
  'one-day': 'Premium ends on {day}. It does not renew by itself.',
  ended: 'Your month of Premium ended on {day}. It stays on until {last}.',
  'grace-ended': 'Premium has ended. What you hid stays hidden.',
} as const
export const addMonth = 'Add a month'
export const closeReminder = 'Close'
export const bestInShow = 'Best in Show'
export const atOnce = 'Works at once'
export const atOnceHelp = 'The moment the payment is confirmed. What you saw today still counts.'
export const ends = 'Ends by itself'
export const endsHelp = 'One calendar month. We never charge on our own.'
export const kept = 'Nothing taken back'
export const keptHelp = 'When it ends, what you hid stays hidden and you can still undo it.'
