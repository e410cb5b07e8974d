let isStored = false

/** Records that this page was drawn from stored content, so that the feed must be refetched. */
export const setStoredContentFlag = () => void (isStored = true)

/** Returns whether the feed on screen is stored content, and clears this record. */
export function consumeStoredContentFlag(): boolean {
  const wasStored = isStored
  isStored = false
  return wasStored
}
