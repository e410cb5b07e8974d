export const hideDurationLabels = {
  1: 'One day',
  7: 'Seven days',
  30: 'Thirty days',
  forever: 'Until I change it',
} as const
