import type { PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import history from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?path'
import offline from '@phosphor-icons/core/regular/wifi-slash.svg?path'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import type { CallError } from '#lib/server/call.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { useGoBack, useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { UnsavedChangesDialog, useUnsavedChangesGuard } from '#shell/UnsavedChangesDialog.tsx'
import { useOwnPets } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { ConflictBox } from '#ui/states/ConflictBox.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { Note } from '#ui/states/Note.tsx'
import create from './CreatePage.module.css'
import styles from './DraftEditor.module.css'
import { PhotoEditor } from './PhotoEditor.tsx'
import { PostFields } from './PostFields.tsx'
import { type EditablePost, listChangedPostFields } from './post-edit-draft.ts'
import { type RefusedPostEdit, useRefusedPostEdit } from './refused-edit.ts'
import { useAddFiles } from './use-add-files.ts'
import { DraftStoreContext } from './use-draft-store.ts'
import { editablePostQuery, type PostEditResult } from './use-edit-post.ts'
import { type PostEditor, usePostEditor } from './use-post-editor.ts'

const parsePostId = (params: Readonly<Record<string, string | undefined>>) => (params.id ?? '') as PostId

export const loader = userPageLoader(async ({ t, queries, call, viewer }, { params }) => {
  const { post } = await queries.fetchQuery(editablePostQuery(parsePostId(params), call))
  if (post.author.id !== viewer.id) throw new PageError(404)
  return { head: createPageHead(t, t(phrases.posts.editTitle)) }
})

/** The page at `/posts/{id}/edit`, for the post's author. */
export function EditPostPage() {
  const t = useTranslate()
  const { data } = useQuery({ ...editablePostQuery(parsePostId(useParams())), staleTime: Infinity })
  const refused = useRefusedPostEdit()
  return (
    <>
      <TopBar title={t(phrases.posts.editTitle)} back titled />
      <MainContent>
        {data && <EditPostForm key={`${data.post.id} ${refused?.item.id ?? ''}`} start={data} refused={refused} />}
      </MainContent>
    </>
  )
}

const changedFieldPhrases = {
  photos: phrases.posts.photosField,
  caption: phrases.posts.captionField,
  place: phrases.posts.placeField,
  pets: phrases.posts.petsField,
  audience: phrases.posts.audienceField,
  replies: phrases.posts.repliesField,
} as const

/** Form that edits the viewer's own post: the photos with their order, crops and descriptions, and all other fields. */
export function EditPostForm({ start, refused = null }: { start: EditablePost; refused?: RefusedPostEdit | null }) {
  const t = useTranslate()
  const toast = useToast()
  const visit = useNavigateAndWait()
  const editor = usePostEditor(start, refused)
  const { edited, draft, composition } = editor
  const [photo] = edited.post.photos
  const changes = listChangedPostFields(edited, draft)
  const { blocked, leaveFreely } = useUnsavedChangesGuard(changes.length > 0)
  const take = useAddFiles(composition)
  const postPath = paths.post(start.post.id)
  // Goes back to the page that opened the editor: without a network, the post's page can't load.
  const goBack = useGoBack(postPath)
  const leave = async (saving: Promise<PostEditResult | null>) => {
    const saved = await saving
    if (!saved) return
    leaveFreely()
    toast({ text: t(saved.isQueued ? phrases.app.outboxWaiting : phrases.posts.changesSaved) })
    // Without a network the post's page can't load, so open the feed, which lists the waiting edit.
    await visit(saved.isQueued ? paths.feed : postPath, { replace: true })
  }
  return (
    <DraftStoreContext value={composition}>
      <div className={create.create}>
        <div className={create.photos}>
          {edited.photos ? (
            <PhotoEditor draft={draft} onFiles={(files) => void take(files)} />
          ) : (
            <div className={styles.offline}>
              <Note icon={offline}>{t(phrases.posts.photosNeedNetwork)}</Note>
              {photo && <Photo photo={photo} alt={photo.alt} sizes="(min-width: 900px) 600px, 100vw" />}
            </div>
          )}
        </div>
        <Form
          editor={editor}
          onSave={() => {
            if (changes.length > 0) return void leave(editor.save())
            editor.forgetRefused()
            goBack()
          }}
          onSaveOver={(theirs) => void leave(editor.saveOver(theirs))}
          onCancel={goBack}
        />
      </div>
      <UnsavedChangesDialog
        blocked={blocked}
        changes={changes.map((field) => t(changedFieldPhrases[field]))}
        onSave={async () => (await editor.save()) !== null}
      />
    </DraftStoreContext>
  )
}

type FormProps = {
  editor: PostEditor
  onSave: () => void
  onSaveOver: (theirs: EditablePost) => void
  onCancel: () => void
}

function Form({ editor, onSave, onSaveOver, onCancel }: FormProps) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { edited, draft, theirs, isSaving } = editor
  const ownPets = useOwnPets()
  // Pets already tagged in the post can remain, even if the author no longer cares for them.
  const otherPets = edited.post.pets.filter((pet) => ownPets.every(({ id }) => id !== pet.id))
  const isEmpty = edited.photos !== null && draft.photos.length === 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSave()
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <Note icon={history}>
        {t(phrases.posts.postedOnNote, { day: formatDay(edited.post.postedAt, locale, timeZone) })}{' '}
        {edited.post.editedAt && (
          <Link className="link" to={paths.postHistory(edited.post.id)}>
            {t(phrases.posts.seeChanges)}
          </Link>
        )}
      </Note>
      <PostFields captionFirst draft={draft} pets={[...ownPets, ...otherPets]} />
      {theirs ? (
        <ConflictBox
          title={t(phrases.posts.conflictTitle)}
          onSaveOwn={() => onSaveOver(theirs)}
          onTakeOther={() => editor.take(theirs)}
        >
          {theirs.post.caption
            ? t(phrases.posts.currentCaption, { caption: theirs.post.caption })
            : t(phrases.posts.currentCaptionMissing)}{' '}
          {t(phrases.posts.photoCount, { count: theirs.post.photos.length })}.
        </ConflictBox>
      ) : (
        draft.submission?.error && <SaveError error={draft.submission.error} />
      )}
      <div className={styles.buttons}>
        <Button type="submit" busy={isSaving} disabled={isEmpty || theirs !== null}>
          {t(isSaving ? phrases.posts.savingLabel : phrases.posts.saveChanges)}
        </Button>
        <Button kind="ghost" onClick={onCancel}>
          {t(phrases.ui.cancel)}
        </Button>
      </div>
      <p className="muted small">{t(isEmpty ? phrases.posts.photoRequired : phrases.posts.editedHelp)}</p>
    </form>
  )
}

function SaveError({ error }: { error: CallError }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  return <ErrorBox title={t(phrases.posts.saveFailed)}>{error.code !== 'offline' && formatProblem(error)}</ErrorBox>
}
