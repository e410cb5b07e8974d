/** Opens an address with a full page load. External addresses are passed as URL, so they are not parsed again. */
export function assignLocation(address: string | URL) {
  window.location.assign(address)
}
