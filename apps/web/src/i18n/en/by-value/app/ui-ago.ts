export const uiAgo = {
  minute: '{count} min',
  hour: '{count} h',
  day: '{count} d',
  week: '{count} wk',
  month: '{count} mo',
  year: '{count} yr',
} as const
