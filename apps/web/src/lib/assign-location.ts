/**
 * Opens an address with a full page load. Pass an address from user input as a checked URL object: the browser would
 * parse a string again, and read `//name` as another site.
 */
export function assignLocation(address: string | URL) {
  window.location.assign(address)
}
