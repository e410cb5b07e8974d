import { readOutbox, removeFromOutbox } from '#lib/outbox/outbox-database.ts'

/** Removes all queued actions from this browser, because all test files share the browser. */
export async function emptyOutbox() {
  for (const item of await readOutbox()) await removeFromOutbox(item)
}
