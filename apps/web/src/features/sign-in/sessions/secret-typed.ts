import { consumeFlashFlag, setFlashFlag } from '#lib/flash-flag.ts'

const KEY = 'secret-typed'

/** Notes for the next page that the log-in used a zip code or a password. */
export const noteSecretTyped = () => setFlashFlag(KEY)

/** Returns whether this page follows such a log-in; true only once. */
export const wasSecretTyped = (): boolean => consumeFlashFlag(KEY)
