// Names of pet species.
export const speciesLabels = {
  dog: 'Dog',
  cat: 'Cat',
  rabbit: 'Rabbit',
  bird: 'Bird',
  'small-and-furry': 'Small & furry',
  reptile: 'Reptile',
  fish: 'Fish',
  horse: 'Horse',
  other: 'Other',
} as const
