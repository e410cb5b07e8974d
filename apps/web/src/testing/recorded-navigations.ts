/**
 * URLs that the page under test tried to open. URLs of the site itself are recorded without their origin. Each
 * navigation is cancelled, because the test page must remain open.
 */
export const recordedNavigations: string[] = []

navigation.addEventListener('navigate', (event) => {
  const isInPage = event.destination.sameDocument || event.downloadRequest !== null
  if (isInPage || !event.cancelable) return
  event.preventDefault()
  const { origin, pathname, search, hash, href } = new URL(event.destination.url)
  recordedNavigations.push(origin === location.origin ? pathname + search + hash : href)
})
