// Prefills the log-in form with the username of the last log-out in this tab. The username is in the state of a history
// entry, not in storage. A later page can read this state only with the Navigation API. Without this API the field
// stays empty.

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
