export const premiumReminderTexts = {
  started: 'Payment received. Premium is on until {day}.',
  'seven-days': 'Premium ends on {day}. It does not renew by itself.',
  'one-day': 'Premium ends on {day}. It does not renew by itself.',
  ended: 'Your month of Premium ended on {day}. It stays on until {last}.',
  'grace-ended': 'Premium has ended. What you hid stays hidden.',
} as const
