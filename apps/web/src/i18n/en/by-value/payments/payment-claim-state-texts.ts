export const paymentClaimStateTexts = {
  checking: 'We are asking M-Pesa about {code}. Safe to close this.',
  'by-hand': 'Our team is checking {code}. Premium switches on when they find the payment.',
  refused: '{code} is not the payment for this order.',
  'unknown-code': 'M-Pesa does not know {code}. Check it against the SMS.',
  used: '{code} has paid for something else already.',
  'does-not-fit': '{code} is for another amount or another business.',
} as const
