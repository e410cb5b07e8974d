/** Returns whether Back would stay in the app. React Router stores the index of each history entry in `idx`, from 0. */
export function canGoBack(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}
