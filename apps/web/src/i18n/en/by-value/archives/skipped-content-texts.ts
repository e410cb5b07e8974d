export const skippedContentTexts = {
  videos: 'one: {count} video | other: {count} videos',
  stories: 'one: {count} story or reel | other: {count} stories and reels',
  shares: 'one: {count} shared post of someone else | other: {count} shared posts of others',
  replies: 'one: {count} reply | other: {count} replies',
  privates: 'one: {count} private post | other: {count} private posts',
  words: 'one: {count} post without a photo | other: {count} posts without a photo',
} as const
