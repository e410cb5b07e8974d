export const transparencyCountLabels = {
  automated: 'Of these, decided automatically',
  undone: 'Undone later',
  appealed: 'Appeals received',
  overturned: 'Appeals we agreed with',
} as const
