/** The row on top of the feed: read again when a story of somebody in it is published. */
export const storyRowKey = ['story-row'] as const

/** Stories that are watched one after another. */
export const reelsKey = ['reel'] as const
