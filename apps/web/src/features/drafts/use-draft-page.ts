import type { DraftId, UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { Draft } from '#features/posts/editor/draft-store.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasMemoryOnlyData } from '#lib/memory-only-data.ts'
import { useViewer } from '#shell/viewer.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { openDraft, reopenDraft } from './open-draft.ts'
import { type DraftSyncState, readDraftSyncState, startDraftSync, subscribeDraftSync } from './sync-draft.ts'

/** Opens the draft in the URL, or else the last draft of this tab, and then saves its changes. */
export function useDraftPage(draft: Draft): DraftSyncState {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const { search } = useLocation()
  const user = useViewer()?.id
  const sync = useDraftSync(user, search === '')
  const open = useEffectEvent(async (query: string) => {
    const params = new URLSearchParams(query)
    const draftRef = { id: params.get('draft') as DraftId | null, key: params.get('device') }
    if (!user || (!draftRef.id && !draftRef.key)) return
    const isFound = await openDraft(user, draftRef).catch(() => false)
    if (!isFound) toast({ text: t(phrases.drafts.draftGone) })
    await navigate(paths.create, { replace: true })
  })
  useEffect(() => void (user && open(search)), [search, user])
  useLeaveGuard(draft)
  return sync
}

/** Starts saving the tab's draft. After a reload, first reopens the last draft. */
function useDraftSync(user: UserId | undefined, reopen: boolean): DraftSyncState {
  useEffect(() => {
    if (!user) return
    startDraftSync(user)
    if (reopen) void reopenDraft(user)
  }, [user, reopen])
  return useSyncExternalStore(subscribeDraftSync, readDraftSyncState, readDraftSyncState)
}

/** Warns before the tab closes if changes exist only in memory. Navigation inside the app does not lose them. */
function useLeaveGuard({ photos, caption }: Draft) {
  const hasStarted = photos.length > 0 || caption !== ''
  useEffect(() => {
    if (!hasStarted) return
    const confirmUnload = (event: BeforeUnloadEvent) => {
      if (hasMemoryOnlyData()) event.preventDefault()
    }
    window.addEventListener('beforeunload', confirmUnload)
    return () => window.removeEventListener('beforeunload', confirmUnload)
  }, [hasStarted])
}
