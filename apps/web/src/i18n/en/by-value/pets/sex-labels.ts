export const sexLabels = {
  female: 'Female',
  male: 'Male',
  unknown: 'Not known',
} as const
