import type { UserId } from '@pawtrait/contract/ids.ts'
import { useEffect, useSyncExternalStore } from 'react'
import { reopenDraft } from './open-draft.ts'
import { readSync, type SyncState, startSync, subscribeSync } from './sync-draft.ts'

/** Keeps the tab's draft from here on, and takes up the one that was open before the page was loaded again. */
export function useDraftSync(user: UserId | undefined, reopen: boolean): SyncState {
  useEffect(() => {
    if (!user) return
    startSync(user)
    if (reopen) void reopenDraft(user)
  }, [user, reopen])
  return useSyncExternalStore(subscribeSync, readSync, readSync)
}
