import { consumeFlashFlag, setFlashFlag } from '#lib/flash-flag.ts'

const KEY = 'secret-typed'

/** Sets a flag that tells the next page that the user logged in with a zip code or a password. */
export const setSecretTypedFlag = () => setFlashFlag(KEY)

/** Returns whether the user has just logged in with a zip code or a password, and clears the flag. */
export const consumeSecretTypedFlag = (): boolean => consumeFlashFlag(KEY)
