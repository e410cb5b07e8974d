/** Cache key of the story row above the feed. Refetched when a user in the row publishes a story. */
export const storyRowKey = ['story-row'] as const

/** Prefix of the cache keys of reels, which are sequences of stories. */
export const reelsKey = ['reel'] as const
