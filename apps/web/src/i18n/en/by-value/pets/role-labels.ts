export const roleLabels = {
  owner: 'Owner',
  family: 'Family',
  carer: 'Carer',
  sitter: 'Sitter',
} as const
