type RevealListener = (id: string) => void

const lists = new Set<RevealListener>()
const mountCallbacks = new Set<() => void>()

/** Requests that virtual lists on screen render this row at once, for example to scroll to it. */
export function revealRow(id: string) {
  for (const reveal of lists) reveal(id)
}

/**
 * Calls back once, after the next list has mounted. Needed because the code of a list may load only after a call of
 * `revealRow`.
 */
export function onNextListMount(callback: () => void) {
  mountCallbacks.add(callback)
}

/** Calls back for each requested row. Returns the function to unsubscribe. */
export function onReveal(reveal: RevealListener): () => void {
  lists.add(reveal)
  for (const callback of mountCallbacks) setTimeout(callback)
  mountCallbacks.clear()
  return () => void lists.delete(reveal)
}
