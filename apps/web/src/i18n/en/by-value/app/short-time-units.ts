export const shortTimeUnits = {
  minute: '{count} min',
  hour: '{count} h',
  day: '{count} d',
  week: '{count} wk',
  month: '{count} mo',
  year: '{count} yr',
} as const
