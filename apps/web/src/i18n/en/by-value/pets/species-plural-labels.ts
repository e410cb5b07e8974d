// Plural names of species, for pages with their posts.
export const speciesPluralLabels = {
  dog: 'Dogs',
  cat: 'Cats',
  rabbit: 'Rabbits',
  bird: 'Birds',
  'small-and-furry': 'Small & furry',
  reptile: 'Reptiles',
  fish: 'Fish',
  horse: 'Horses',
  other: 'Other animals',
} as const
