/**
 * Addresses for which the page under test wanted to leave, without the origin of the site. The navigation itself is
 * cancelled: the page of the tests has to stay.
 */
export const departures: string[] = []

navigation.addEventListener('navigate', (event) => {
  const isInPage = event.destination.sameDocument || event.downloadRequest !== null
  if (isInPage || !event.cancelable) return
  event.preventDefault()
  const { origin, pathname, search, hash, href } = new URL(event.destination.url)
  departures.push(origin === location.origin ? pathname + search + hash : href)
})
