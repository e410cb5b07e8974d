export const photoRequestPersons = {
  me: 'I am',
  'my-child': 'My child',
  'somebody-i-care-for': 'Somebody I care for',
} as const
