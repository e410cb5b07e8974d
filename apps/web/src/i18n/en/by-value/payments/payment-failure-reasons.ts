export const paymentFailureReasons = {
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
  returned: 'Your payment was returned to you. Premium did not start.',
  'not-available': 'The payment provider could not take this payment. Nothing was charged.',
} as const
