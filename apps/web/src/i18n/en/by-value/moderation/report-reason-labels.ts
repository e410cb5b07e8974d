export const reportReasonLabels = {
  cruelty: 'An animal is being hurt or is in danger',
  harassment: 'Someone is being bullied or threatened',
  'private-details': 'Private details, such as an address',
  selling: 'Selling animals or a scam',
  'not-theirs': 'Not their photo',
  other: 'Something else',
} as const
