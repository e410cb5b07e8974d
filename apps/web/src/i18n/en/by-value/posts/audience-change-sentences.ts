export const audienceChangeSentences = {
  everyone: 'Shown to everyone',
  followers: 'Shown to followers',
  'close-friends': 'Shown to close friends',
} as const
