export const replyControlLabels = {
  everyone: 'Everyone who sees it',
  followers: 'Followers',
  nobody: 'Nobody',
} as const
