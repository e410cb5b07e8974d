import { deleteDraft } from '@pawtrait/contract/drafts.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import cloud from '@phosphor-icons/core/regular/cloud-check.svg?path'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { clearDraft, readDraft } from '#features/posts/editor/new-post-draft.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { Note } from '#ui/states/Note.tsx'
import { DraftCards } from './DraftCards.tsx'
import styles from './DraftsPage.module.css'
import { removeDeviceDraft } from './device-drafts.ts'
import { draftsQuery } from './draft-cache.ts'
import { setDraftUnsent } from './unsent-draft-keys.ts'
import { type DraftListItem, useDrafts } from './use-drafts.ts'

export const loader = userPageLoader(async ({ t, queries, call: callServer }) => {
  if (import.meta.env.SSR) await queries.prefetchQuery(draftsQuery(callServer))
  return { head: createPageHead(t, t(phrases.drafts.draftsTitle)) }
})

/** The page at `/drafts`: unfinished posts from every device. */
export function DraftsPage() {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <>
      <TopBar title={t(phrases.drafts.draftsTitle)} back titled />
      <MainContent>
        <div className={styles.note}>
          <Note icon={cloud}>{t(phrases.drafts.intro)}</Note>
        </div>
        {viewer && <Drafts viewer={viewer.id} />}
      </MainContent>
    </>
  )
}

function Drafts({ viewer }: { viewer: UserId }) {
  const t = useTranslate()
  const { server, drafts } = useDrafts(viewer)
  const [toDelete, setToDelete] = useState<DraftListItem | null>(null)
  const emptyState = (
    <EmptyState
      picture={<EmptyListArt of="drafts" />}
      title={t(phrases.drafts.emptyTitle)}
      actions={
        <Link className={buttonClass()} to={paths.create}>
          {t(phrases.create.pageTitle)}
        </Link>
      }
    >
      {t(phrases.drafts.emptyText)}
    </EmptyState>
  )
  return (
    <>
      {hasQueryFailed(server) && <LoadErrorMessage title={t(phrases.drafts.listLoadFailed)} query={server} />}
      {drafts.length > 0 && <DraftCards drafts={drafts} onDelete={setToDelete} />}
      {server.data && drafts.length === 0 && emptyState}
      {drafts.length > 0 && <p className={styles.foot}>{t(phrases.drafts.lifetimeNote)}</p>}
      <DeleteDraft asked={toDelete} onClose={() => setToDelete(null)} />
    </>
  )
}

/** Deletes a draft on this device and on the server. */
async function deleteEverywhere({ on, draft }: DraftListItem) {
  const id = on === 'server' ? draft.id : draft.kept?.id
  if (id) await call(deleteDraft, { params: { id } })
  if (on === 'device') {
    await removeDeviceDraft(draft.key)
    setDraftUnsent(draft.key, false)
  }
  const open = readDraft()
  if (on === 'device' ? open.idempotencyKey === draft.key : open.kept?.id === id) clearDraft()
}

function DeleteDraft({ asked, onClose }: { asked: DraftListItem | null; onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const remove = useMutation({
    mutationKey: ['delete-draft'],
    mutationFn: deleteEverywhere,
    onSuccess: () => {
      toast({ text: t(phrases.drafts.deletedToast) })
      onClose()
    },
    onSettled: () =>
      queries.invalidateQueries({ predicate: ({ queryKey }) => /^(device-)?drafts$/.test(String(queryKey[0])) }),
  })
  return (
    <ConfirmDialog
      open={asked !== null}
      onClose={onClose}
      title={t(phrases.drafts.deleteTitle)}
      yes={t(phrases.drafts.deleteDraft)}
      onYes={() => asked && remove.mutate(asked)}
      busy={remove.isPending}
    >
      <p className="muted">{t(phrases.drafts.deleteText)}</p>
      <CallErrorMessage title={t(phrases.drafts.deleteFailed)} error={remove.error} />
    </ConfirmDialog>
  )
}
