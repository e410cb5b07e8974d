import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { hasContent } from '#features/posts/editor/draft-store.ts'
import { readDraft } from '#features/posts/editor/new-post-draft.ts'
import { getSubmissionLockName, submitDraft } from '#features/posts/editor/submit-draft.ts'
import { readDeviceDrafts } from './device-drafts.ts'
import { openDraftUnlessEditing } from './open-draft.ts'
import { startDraftSync } from './sync-draft.ts'

const readHeldLocks = async () => new Set((await navigator.locks.query()).held?.map(({ name }) => name))

/**
 * Submits the queued drafts one after the other. Skips drafts that another tab is submitting. Stops when a draft is
 * open in this tab, because only the user may submit an open draft. A draft that is submitted twice creates only one
 * post.
 */
export async function sendQueuedDrafts(user: UserId, onPosted: (post: Post) => void): Promise<void> {
  const queued = (await readDeviceDrafts(user)).filter(({ isQueued }) => isQueued).toReversed()
  if (queued.length === 0 || !('locks' in navigator)) return
  startDraftSync(user)
  await navigator.locks.request('send-queued-drafts', { ifAvailable: true }, async (lock) => {
    for (const { key } of lock ? queued : []) {
      if ((await readHeldLocks()).has(getSubmissionLockName(key))) continue
      if (hasContent(readDraft())) return
      // Sending an earlier draft may take hours. Checks that no other tab has opened this draft since.
      if (!(await readDeviceDrafts(user)).some((draft) => draft.key === key && draft.isQueued)) continue
      if (!(await openDraftUnlessEditing(user, { id: null, key }))) continue
      const post = await submitDraft()
      if (post && post !== 'already') onPosted(post)
    }
  })
}
