export const photoFilterLabels = {
  none: 'None',
  vivid: 'Vivid',
  warm: 'Warm',
  cool: 'Cool',
  bright: 'Bright',
  faded: 'Faded',
  mono: 'Black and white',
} as const
