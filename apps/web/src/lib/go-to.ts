/** Leaves for another address with a full load. */
export function goTo(path: string) {
  window.location.assign(path)
}
