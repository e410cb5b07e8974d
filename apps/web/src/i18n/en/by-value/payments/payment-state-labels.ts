export const paymentStateLabels = {
  paid: 'Paid',
  returning: 'Refund on its way',
  'asked-back': 'Refund requested',
  'returned-in-part': 'Refunded in part',
  returned: 'Refunded',
  'not-completed': 'Not completed',
  waiting: 'Waiting',
} as const
