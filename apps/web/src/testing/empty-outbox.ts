import { readOutbox, removeFromOutbox } from '#lib/outbox/outbox-database.ts'

/** Removes all queued actions of this browser, which test files share. */
export async function emptyOutbox() {
  for (const item of await readOutbox()) await removeFromOutbox(item)
}
