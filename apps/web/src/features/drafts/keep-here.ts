import type { UserId } from '@pawtrait/contract/ids.ts'
import { type Draft, isStarted } from '#features/posts/editor/composition.ts'
import { holdInMemory } from '#lib/held-in-memory.ts'
import { hasStoppedStoring } from '#lib/server/stop-storing.ts'
import { currentTime } from '#lib/time/time.ts'
import { deviceDraftOf, dropFromDevice, keepOnDevice } from './device-drafts.ts'
import { markUnsent } from './draft-marks.ts'

// Whoever loses the tab has lost no more than this.
const WITHIN_MS = 200

let timer: ReturnType<typeof setTimeout> | undefined
/**
 * Begins at once: a page that is being left does not live to see another write end. The browser does one after the
 * other, in the order in which they were asked for, so that what is forgotten is not written after. Nothing is, after a
 * log-out.
 */
const unlessStopped = async (use: () => Promise<unknown>) => (hasStoppedStoring() ? undefined : use())

/** Keeps a draft on this device a moment from now, as it stands then; however fast changes follow one another. */
export function keepHereSoon(read: () => Draft, user: UserId) {
  timer ??= setTimeout(() => void keepHere(read(), user), WITHIN_MS)
}

/**
 * Keeps a draft on this device now. Noted before it is written: of a page that dies between the two, a note too many is
 * found out, a draft without a note would be lost at log-out. False when the browser does not keep it.
 */
export async function keepHere(draft: Draft, user: UserId): Promise<boolean> {
  clearTimeout(timer)
  timer = undefined
  const key = draft.idempotencyKey
  if (hasStoppedStoring() || !isStarted(draft)) return true
  markUnsent(key)
  const kept = await unlessStopped(() => keepOnDevice(deviceDraftOf(draft, user, currentTime()))).then(
    () => true,
    () => false,
  )
  holdInMemory(key, !kept)
  return kept
}

/** The server has the draft as it is, or it is no more. */
export async function forgetHere(key: string): Promise<void> {
  clearTimeout(timer)
  timer = undefined
  holdInMemory(key, false)
  await unlessStopped(() => dropFromDevice(key)).catch(() => {})
  markUnsent(key, false)
}
