export const audienceLabels = {
  everyone: 'Everyone',
  followers: 'Followers',
  'close-friends': 'Close friends',
} as const
