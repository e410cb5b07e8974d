export const photoRequestPersonLabels = {
  me: 'I am',
  'my-child': 'My child',
  'somebody-i-care-for': 'Someone I care for',
} as const
