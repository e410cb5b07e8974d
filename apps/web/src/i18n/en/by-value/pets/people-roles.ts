export const peopleRoles = {
  owner: 'Owner',
  family: 'Family',
  carer: 'Carer',
  sitter: 'Sitter',
} as const
