// The username of the last log-out is only in the state of a history entry of this tab, so that nothing is stored. Only
// the Navigation API can read it on a later page. Browsers without that API do not fill in the name.

type State = { loggedOutName?: string } | undefined

const history = () => ('navigation' in window ? window.navigation : null)

/** Puts the username into the state of the history entry that a log-out leaves. */
export function keepLoggedOutName(loggedOutName: string) {
  history()?.updateCurrentEntry({ state: { loggedOutName } satisfies State })
}

/** Returns the username that was last logged out in this tab; '' if none. */
export function readLoggedOutName(): string {
  const states = history()?.entries() ?? []
  const last = states.findLast((entry) => (entry.getState() as State)?.loggedOutName)
  return (last?.getState() as State)?.loggedOutName ?? ''
}
