// Paying for Premium: the pay sheet, what was paid, receipts.

export const testMode = 'TEST MODE: no real money'
export const testModeHelp = 'The phone and the cards here are simulated. Nothing leaves this machine.'
export const testModeSandbox = 'The provider’s test environment is in use.'
export const openPhone = 'Open the test phone'
export const openPhoneHelp = 'It opens beside this page and asks for the PIN: 1234.'
export const payWithMpesa = 'Pay with M-Pesa'
export const payWithCard = 'Pay with Credit Card'
export const phone = 'M-Pesa phone number'
export const phoneHelp =
  'We’ll send a prompt to this phone. It is approved there with the M-Pesa PIN. We never see the PIN.'
export const phoneWrong = 'Type a Kenyan mobile number, such as 0712 345 678.'
export const planMonth = 'Premium Plan, one month'
export const account = 'Account'
export const sendPrompt = 'Send the prompt'
export const sending = 'Sending…'
export const opening = 'Opening the card page…'
export const noRenewal = 'One month. It never renews by itself.'
export const notStarted = 'We could not start the payment'
export const nothingCharged = 'Nothing was charged.'
export const tooMany = 'That is enough prompts for now'
export const tooManyHelp = 'one: Try again in {count} minute. | other: Try again in {count} minutes.'
export const yearAhead = 'You are paid up for a year ahead'
export const yearAheadHelp = 'Another month can be added once a month has passed.'
export const checkPhone = 'Check the phone'
export const waitingForMpesa = 'Waiting for M-Pesa'
export const phoneEnding = 'the phone ending in {end}'
export const thePhone = 'the phone'
export const enterPin = 'Enter the M-Pesa PIN on {phone} to approve {price}. The prompt stays there for about a minute.'
export const promptGone =
  'The prompt has left {phone} by now. If the PIN was entered, Premium switches on by itself; if not, nothing was charged.'
export const stillSilent =
  'M-Pesa has not told us yet what became of the prompt on {phone}. We go on asking. If nobody entered the PIN, a new prompt can go out.'
export const confirmLead = 'M-Pesa says that it was paid. We ask once more to be sure, and then Premium is on.'
export const promptOnItsWay = 'Sending the prompt'
export const promptSent = 'Prompt sent'
export const waitingForPin = 'Waiting for the PIN'
export const waitingForAnswer = 'Waiting for M-Pesa’s answer'
export const confirmedByMpesa = 'Confirmed by M-Pesa'
export const confirming = 'Confirming with M-Pesa'
export const premiumOn = 'Premium is on'
export const sendAgainIn = 'Send again in {time}'
export const sendAgain = 'Send a new prompt'
export const pauseWhy = 'M-Pesa takes the same amount from the same phone only once in two minutes.'
export const askedBefore = 'This phone was asked a moment ago.'
export const anotherNumber = 'Use another number'
export const safeToClose =
  'Safe to close this: the prompt on the phone still works, and when it is approved, Premium switches on by itself. To stop it, press Cancel on the phone.'
export const safeToCloseLater =
  'Safe to close this. We go on asking M-Pesa, and if it was approved, Premium switches on by itself.'
export const checking = 'We are checking your payment'
export const checkingLead =
  'We do not know yet whether it went through. If money left your account, Premium switches on by itself; if not, nothing happens.'
export const checkingLabel = 'Waiting for the answer'
export const checkingNote =
  'Safe to close this. We ask again until we know. Should you pay twice for one month, the second payment comes back.'
export const startAgain = 'No money left? Start again'
export const iPaid = 'Did money leave? Tell us M-Pesa’s code'
export const mpesaCode = 'Code in M-Pesa’s message'
export const mpesaCodeHelp = 'Ten letters and digits at its beginning.'
export const mpesaCodeWrong = 'That is no M-Pesa code. It has ten letters and digits.'
export const sendCode = 'Find my payment'
export const claims = {
  checking: 'We are asking M-Pesa about {code}. Safe to close this.',
  'by-hand': 'A person looks at {code}. Premium switches on when they have found it.',
  refused: '{code} is not the payment for this order.',
  'unknown-code': 'M-Pesa does not know {code}. Check it against the message.',
  used: '{code} has paid for something else already.',
  'does-not-fit': '{code} is a payment, but not of this amount to us.',
} as const
export const moneyBack = 'Your money comes back'
export const returningLead = 'What arrived does not match this order, so it is being returned to you.'
export const returnedLead = 'This payment was given back to you.'
export const bank = 'Checking with the bank'
export const bankLead = 'You came back before the bank’s answer did. It usually takes a few seconds.'
export const bankLabel = 'Waiting for the bank'
export const bankNote = 'Safe to close this. We ask again until we know, and you are never charged twice.'
export const goOnWithCard = 'Go on with the card'
export const waitInFeed = 'Wait in the feed'
export const cardEnding = 'the card ending in {end}'
export const theCard = 'the card'
export const bestInShow = 'Best in show'
export const paidLead = 'Premium is on until {day}. Thank you for keeping the lights on.'
export const paidLeadBare = 'Premium is on. Thank you for keeping the lights on.'
export const receiptNumber = 'Receipt number'
export const openReceipt = 'Open receipt'
export const backToFeed = 'Back to the feed'
export const paidTwice = 'You paid twice for this month. The second payment is on its way back.'
export const noMoney = 'No money moved'
export const notNow = 'Not now'
export const anotherCard = 'Try another card'
export const notFound = 'We could not read this payment'
export const notFoundHelp = 'If you paid, Premium is on already or will be soon.'
export const toast = 'Payment received. Premium is on until {day}.'
export const payments = 'Payments'
export const history = 'History'
export const historyFailed = 'We could not load what you paid'
export const none = 'Nothing paid yet'
export const noneLead = 'Every payment stands here with its receipt.'
export const columns = {
  date: 'Date',
  what: 'What',
  paidWith: 'Paid with',
  amount: 'Amount',
  status: 'Status',
  receipt: 'Receipt',
} as const
export const mpesa = 'M-Pesa'
export const mpesaFrom = 'M-Pesa, +254 ••• ••• {end}'
export const card = 'Card'
export const states = {
  paid: 'Paid',
  returning: 'On its way back',
  'asked-back': 'Refund asked for',
  'returned-in-part': 'Refunded in part',
  returned: 'Refunded',
  'not-completed': 'Not completed',
  waiting: 'Waiting',
} as const
export const noReceipt = 'None'
export const open = 'Open'
export const download = 'Download as CSV'
export const test = 'TEST'
export const planOn = 'Premium is on'
export const planOnLead = 'Until {day}. It does not renew by itself; we tell you a week before it ends.'
export const daysLeft = 'one: {count} of {all} days left | other: {count} of {all} days left'
export const planOff = 'No plan is on'
export const planOffLead = 'What you hid stays hidden, and you can undo it.'
export const planGrace = 'Your month has ended'
export const planGraceLead = 'It ended on {day}. Premium stays on until {last}.'
export const addMonth = 'Add a month'
export const seePremium = 'See Premium'
export const wrong = 'Something wrong with a payment?'
export const wrongLead =
  'Say which one and what happened. Within 14 days, a month you have not used comes back in full.'
export const askBack = 'Ask for a refund'
export const askBackLead = 'Whoever runs this Pawtrait reads it and answers. The answer stands in your history.'
export const askBackWhich = 'Which payment'
export const askBackWhy = 'What happened?'
export const askBackWhyHelp = 'Such as: paid twice by mistake.'
export const askBackWhyMissing = 'Say in a few words what happened.'
export const askBackSend = 'Send'
export const askBackFailed = 'It was not sent'
export const askedBack = 'Asked for. The answer will stand in your history.'
export const refusal = 'Refund refused: {why}'
export const receiptNamed = 'Receipt {number}'
export const number = 'Number'
export const paidOn = 'Date'
export const buyer = 'For'
export const buyerGone = 'Account deleted'
export const period = '{span}. Does not renew.'
export const noVat = 'Seller not VAT registered'
export const net = 'Net'
export const vat = 'VAT {rate} %'
export const paid = 'Paid'
export const mpesaReceipt = 'M-Pesa receipt'
export const paidFrom = 'Paid from'
export const codeUnknown = 'Not known yet'
export const seller = 'Seller'
export const kraPin = 'KRA PIN'
export const credited = 'Given back on {day}'
export const testReceipt = 'Made in test mode. No money moved, and this is not a tax document.'
export const print = 'Print'
export const mail = 'Email it'
export const mailed = 'The receipt is on its way to {email}'
export const mailFailed = 'We could not send the receipt'
export const ended = {
  canceled: 'The prompt was cancelled on {phone}. Nothing was charged.',
  'no-funds': 'There is not enough money in the M-Pesa of {phone}. Nothing was charged.',
  'wrong-pin': 'That was the wrong M-Pesa PIN. Nothing was charged. Three wrong ones lock it.',
  'pin-locked': 'The M-Pesa PIN of {phone} is locked. Safaricom unlocks it: call 100. Nothing was charged.',
  'no-answer':
    'We could not reach {phone}, or nobody answered. Is it on and does it have network? Nothing was charged.',
  'timed-out': 'The prompt on {phone} timed out before a PIN was entered. Nothing was charged.',
  'amount-limits': 'M-Pesa does not allow this amount in one payment. Nothing was charged.',
  'daily-limit': 'The M-Pesa limit of {phone} for today is reached. Nothing was charged.',
  'too-soon': 'M-Pesa refuses the same amount twice within two minutes. Nothing was charged.',
  busy: 'M-Pesa is busy right now. Nothing was charged.',
  'other-session':
    'Another M-Pesa question is open on {phone}. Close it, wait a minute, then try again. Nothing was charged.',
  'not-delivered': 'The prompt could not be delivered to {phone}. Nothing was charged.',
  'wrong-number': 'This number is not registered with M-Pesa. Nothing was charged.',
  declined: 'The bank declined {card}. It gave no reason; the bank can tell you more. Nothing was charged.',
  'card-no-funds': 'There is not enough money on {card}. Nothing was charged.',
  'bank-silent': 'The bank did not answer about {card} in time. Nothing was charged.',
  'card-not-approved': 'The PIN or code for {card} was not right. Nothing was charged.',
  abandoned: 'You left the card page before a card was used. Nothing was charged.',
  returned: 'The money of this payment went back to you, so it bought nothing.',
  'not-available': 'The payment provider could not take this payment. Nothing was charged.',
} as const
export const endedBare = 'The payment did not go through. Nothing was charged.'
