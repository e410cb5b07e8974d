import { consumeFlashFlag, setFlashFlag } from '#lib/flash-flag.ts'

const KEY = 'secret-typed'

/** Sets a flag for the next page: the user logged in with a zip code or a password. */
export const setSecretTypedFlag = () => setFlashFlag(KEY)

/** Returns and clears the flag: the user logged in with a zip code or a password. */
export const consumeSecretTypedFlag = (): boolean => consumeFlashFlag(KEY)
