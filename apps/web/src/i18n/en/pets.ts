/** Words about a pet's age. */
export const pets = {
  weeks: { one: '{count} week', other: '{count} weeks' },
  months: { one: '{count} month', other: '{count} months' },
} as const
