/** Leaves for another address with a full load. One that came from outside comes as a URL, which is not read anew. */
export function goTo(address: string | URL) {
  window.location.assign(address)
}
