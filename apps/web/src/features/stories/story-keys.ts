/** Cache key of the row above the feed; refetched when someone in it publishes a story. */
export const storyRowKey = ['story-row'] as const

/** Prefix of the cache keys of reels. */
export const reelsKey = ['reel'] as const
