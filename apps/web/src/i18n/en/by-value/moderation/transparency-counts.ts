export const transparencyCounts = {
  automated: 'Of these, decided by a program',
  undone: 'Undone later',
  appealed: 'Appeals received',
  overturned: 'Appeals we agreed with',
} as const
