export const petsSexes = {
  female: 'Female',
  male: 'Male',
  unknown: 'Not known',
} as const
