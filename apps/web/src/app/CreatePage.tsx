import { paths } from '@pawtrait/contract/paths.ts'
import warning from '@phosphor-icons/core/regular/warning-circle.svg?path'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useDraftPage } from '#features/drafts/use-draft-page.ts'
import { prependPost } from '#features/feed/feed-cache.ts'
import styles from '#features/posts/editor/CreatePage.module.css'
import { DropZone } from '#features/posts/editor/DropZone.tsx'
import { hasContent } from '#features/posts/editor/draft-store.ts'
import { newPostDraft } from '#features/posts/editor/new-post-draft.ts'
import { PhotoTips } from '#features/posts/editor/PhotoTips.tsx'
import { useAddFiles } from '#features/posts/editor/use-add-files.ts'
import { useDraft, useSubmitDraft } from '#features/posts/editor/use-draft.ts'
import { useIsWideWindow } from '#features/posts/editor/use-is-wide-window.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { Note } from '#ui/states/Note.tsx'
import { type MissingPhotosReason, useSharedPhotos } from './use-shared-photos.ts'

// Loaded lazily. All except `PendingDrafts` are rendered only after the user has chosen a photo.
const DraftEditor = lazyComponent(async () => (await import('#features/posts/editor/DraftEditor.tsx')).DraftEditor)
const DraftSaveStatus = lazyComponent(
  async () => (await import('#features/drafts/DraftSaveStatus.tsx')).DraftSaveStatus,
)
const DraftConflict = lazyComponent(async () => (await import('#features/drafts/DraftConflict.tsx')).DraftConflict)
const PendingDrafts = lazyComponent(async () => (await import('#features/drafts/PendingDrafts.tsx')).PendingDrafts)
const UploadList = lazyComponent(async () => (await import('#features/posts/editor/UploadList.tsx')).UploadList)

export const loader = userPageLoader(({ t }) => ({ head: createPageHead(t, t(phrases.create.pageTitle)) }))

/** Page at `/dashboard/create`, where users choose, crop and describe photos and publish them as a post. */
export function CreatePage() {
  const t = useTranslate()
  const draft = useDraft()
  const toast = useToast()
  const submit = useSubmit()
  const addFiles = useAddFiles(newPostDraft)
  const [hasChosenFiles, setHasChosenFiles] = useState(false)
  const sync = useDraftPage(draft)
  usePreloadEditor()
  const missing = useSharedPhotos(addFiles)
  const showSavedToast = () => toast({ text: t(phrases.drafts.draftSaved) })
  return (
    <>
      <TopBar title={t(phrases.create.pageTitle)} titled />
      <MainContent>
        {draft.submission?.step === 'sending' ? (
          <UploadList draft={draft} />
        ) : !hasContent(draft) ? (
          <NoPhotosYet
            missing={missing}
            onFiles={(files) => {
              setHasChosenFiles(true)
              void addFiles(files)
            }}
          />
        ) : (
          <DraftEditor
            draft={draft}
            storageNote={<DraftSaveStatus sync={sync} draftsHref={paths.drafts} onPutAside={showSavedToast} />}
            focusCaption={hasChosenFiles}
            notice={sync.theirs && <DraftConflict theirs={sync.theirs} />}
            onFiles={(files) => void addFiles(files)}
            onSubmit={() => submit.mutate()}
          />
        )}
      </MainContent>
    </>
  )
}

type NoPhotosYetProps = {
  missing: MissingPhotosReason | null
  onFiles: (files: File[]) => void
}

/** First step of the page: the drop zone and the list of saved drafts. */
function NoPhotosYet({ missing, onFiles }: NoPhotosYetProps) {
  const t = useTranslate()
  const isWide = useIsWideWindow()
  return (
    <div className={styles.create}>
      <div className={styles.begin}>
        {missing && (
          <Note icon={warning}>
            {t(missing === 'full' ? phrases.create.sharedPhotoNoSpace : phrases.create.sharedPhotoMissing)}
          </Note>
        )}
        <DropZone onFiles={onFiles} />
        {!isWide && <PendingDrafts asCard={false} />}
      </div>
      <PhotoTips>{isWide && <PendingDrafts asCard />}</PhotoTips>
    </div>
  )
}

/** Hook for the submit button: sends the draft, then shows the post at the top of the feed. */
function useSubmit() {
  const t = useTranslate()
  const toast = useToast()
  const navigate = useNavigate()
  const queries = useQueryClient()
  return useSubmitDraft((post) => {
    if (post) prependPost(queries, post)
    if (window.location.pathname === paths.create) void navigate(paths.feed)
    toast({
      text: t(phrases.create.postedToast),
      ...(post && { actionLabel: t(phrases.create.viewPost), onAction: () => void navigate(paths.post(post.id)) }),
    })
  })
}

function usePreloadEditor() {
  useEffect(() => {
    for (const { load } of [DraftEditor, DraftSaveStatus, UploadList]) load().catch(() => {})
  }, [])
}
