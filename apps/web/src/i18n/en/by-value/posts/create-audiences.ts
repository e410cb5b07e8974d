export const createAudiences = {
  everyone: 'Everyone',
  followers: 'Followers',
  'close-friends': 'Close friends',
} as const
