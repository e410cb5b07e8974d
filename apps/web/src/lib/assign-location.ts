/** Opens an address with a full page load. */
export function assignLocation(address: string | URL) {
  window.location.assign(address)
}
