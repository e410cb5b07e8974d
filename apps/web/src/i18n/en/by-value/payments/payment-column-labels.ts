export const paymentColumnLabels = {
  date: 'Date',
  what: 'What',
  paidWith: 'Paid with',
  amount: 'Amount',
  status: 'Status',
  receipt: 'Receipt',
} as const
