/** The row on top of the feed: read again when a story of somebody in it hangs. */
export const storyRowKey = ['story-row'] as const
