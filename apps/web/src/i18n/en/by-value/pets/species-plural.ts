// The species a pet can be of, of all of which one may look at photos.
export const speciesPlural = {
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
