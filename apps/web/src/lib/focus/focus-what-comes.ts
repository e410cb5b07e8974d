/** What a screen reader is best taken to first. */
const FIRST = 'h1, h2, h3, ul, ol'

/** Where something stands, from the inside out: the innermost that is still there has what came instead. */
function placesOf(one: Element): { parent: Element; at: number }[] {
  const parent = one.parentElement
  return parent ? [{ parent, at: [...parent.children].indexOf(one) }, ...placesOf(parent)] : []
}

/** What to go to in what came, null while it is only on its way. */
function firstOf(what: Element): HTMLElement | null {
  if (what.matches('[role="alert"]')) return what.querySelector('button')
  if (what.matches(FIRST)) return what as HTMLElement
  const isOnTheWay = what.matches('[data-loading]') || what.querySelector('[data-loading]')
  return what.querySelector<HTMLElement>(FIRST) ?? (isOnTheWay ? null : (what as HTMLElement))
}

let watcher: MutationObserver | undefined

/**
 * For the button of a failure that tries again: takes the focus on to what comes in the failure's place, its heading
 * or its list. Whoever has gone elsewhere meanwhile stays there.
 */
export function focusWhatComes(button: Element): void {
  const failure = button.closest('[role="alert"]')
  if (!failure) return
  const places = placesOf(failure)
  const look = () => {
    if (failure.isConnected) return
    const place = places.find(({ parent }) => parent.isConnected)
    const what = place?.parent.children[place.at]
    const isFree = document.activeElement === document.body
    const first = isFree && what ? firstOf(what) : undefined
    if (first === null) return
    watcher?.disconnect()
    if (!first) return
    if (first.tabIndex < 0) first.tabIndex = -1
    first.focus({ preventScroll: true })
  }
  watcher?.disconnect()
  watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true })
}
