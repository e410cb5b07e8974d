export const replyControlSentences = {
  everyone: 'Everyone can comment',
  followers: 'Followers can comment',
  nobody: 'Nobody can comment',
} as const
