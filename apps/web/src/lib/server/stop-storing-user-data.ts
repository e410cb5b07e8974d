let isLoggedOut = false

/** Stops this page from storing data on the device, because the user has logged out. */
export function stopStoringUserData() {
  isLoggedOut = true
}

/** Reverts `stopStoringUserData`. For tests, which run in one page without a reload. */
export function resumeStoringUserData() {
  isLoggedOut = false
}

/** Returns whether the user of this page has logged out. */
export const hasStoppedStoringUserData = () => isLoggedOut
