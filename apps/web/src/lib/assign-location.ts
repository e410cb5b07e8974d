/** Opens an address with a full page load. Pass an external address as a URL, so that it is not parsed again. */
export function assignLocation(address: string | URL) {
  window.location.assign(address)
}
