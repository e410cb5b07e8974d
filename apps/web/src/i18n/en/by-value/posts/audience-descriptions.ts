export const audienceDescriptions = {
  everyone: 'Also people without an account, by link and in search.',
  followers: 'The people who follow you.',
  'close-friends': 'Those on your list. They see a star beside the time.',
} as const
