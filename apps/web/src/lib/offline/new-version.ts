type Listener = (update: () => Promise<void>) => void

let listener: Listener | undefined
let waitingUpdate: (() => Promise<void>) | undefined

/** Announces a waiting version of the service worker. `update` activates it and reloads the page. */
export function announceNewVersion(update: () => Promise<void>) {
  waitingUpdate = update
  listener?.(update)
}

/** Calls back when a new version is announced, or at once if one is waiting. Returns the function to unsubscribe. */
export function onNewVersion(callback: Listener): () => void {
  listener = callback
  if (waitingUpdate) callback(waitingUpdate)
  return () => {
    listener = undefined
  }
}
