// The username of the last log-out is only in the state of a history entry of this tab, not in storage. Only the
// Navigation API can read that state on a later page. Browsers without this API do not fill in the name.

type State = { loggedOutName?: string } | undefined

const history = () => ('navigation' in window ? window.navigation : null)

/** Puts the username into the state of the current history entry, at log-out. */
export function saveLoggedOutUsername(loggedOutName: string) {
  history()?.updateCurrentEntry({ state: { loggedOutName } satisfies State })
}

/** Returns the username of the last log-out in this tab; '' if none. */
export function readLoggedOutUsername(): string {
  const states = history()?.entries() ?? []
  const last = states.findLast((entry) => (entry.getState() as State)?.loggedOutName)
  return (last?.getState() as State)?.loggedOutName ?? ''
}
