export const backdropLabels = {
  marigold: 'Marigold',
  moss: 'Moss',
  lagoon: 'Lagoon',
  dusk: 'Dusk',
  plum: 'Plum',
  rosehip: 'Rosehip',
  clay: 'Clay',
  fog: 'Fog',
} as const
