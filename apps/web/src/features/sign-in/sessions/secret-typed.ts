import { noteForNextPage, takeNote } from '#lib/next-page-note.ts'

const KEY = 'secret-typed'

/** Notes, for the page that a log-in leads to, that a zip code or a password was sent for it. */
export const noteSecretTyped = () => noteForNextPage(KEY)

/** Whether this page follows such a log-in; said once. */
export const wasSecretTyped = (): boolean => takeNote(KEY)
