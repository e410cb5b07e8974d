export const paymentsStates = {
  paid: 'Paid',
  returning: 'On its way back',
  'asked-back': 'Refund asked for',
  'returned-in-part': 'Refunded in part',
  returned: 'Refunded',
  'not-completed': 'Not completed',
  waiting: 'Waiting',
} as const
