export const unavailablePaymentMethodTexts = {
  notSetUp: 'Payments are not set up here.',
  mpesaOff: 'M-Pesa is not set up here.',
  cardOff: 'Cards are not set up here.',
} as const
