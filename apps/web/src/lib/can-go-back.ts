/** Whether going back stays in the app: React Router numbers its own entries in the history from 0. */
export function canGoBack(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
