import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { removeRefusedAction } from '#lib/outbox/outbox.ts'
import { CallError } from '#lib/server/call.ts'
import { useOwnPets } from '#shell/viewer.ts'
import { createDraftStore, type Draft, type DraftStore } from './draft-store.ts'
import { createPostEditDraft, type EditablePost, mergeDraftIntoNewerPost } from './post-edit-draft.ts'
import { type RefusedPostEdit, withKnownPets } from './refused-edit.ts'
import { useStoredDraft } from './use-draft-store.ts'
import { editablePostQuery, type PostEditResult, useEditPost } from './use-edit-post.ts'

export type PostEditor = {
  edited: EditablePost
  composition: DraftStore
  draft: Draft
  /** Newer version of the post after a conflict; otherwise null. */
  theirs: EditablePost | null
  isSaving: boolean
  /** Saves the changes. Resolves to null on failure; the form shows the error. */
  save: () => Promise<PostEditResult | null>
  /** Saves the author's version over the newer version. */
  saveOver: (theirs: EditablePost) => Promise<PostEditResult | null>
  /** Discards the author's version and loads the newer version. */
  take: (theirs: EditablePost) => void
  /** Removes the refused edit from the outbox, because the post now has its texts. */
  forgetRefused: () => void
}

/**
 * State of the post editor. `refused` is an edit that the server refused. Its texts fill the fields, and a save removes
 * it from the outbox.
 */
export function usePostEditor(start: EditablePost, refused: RefusedPostEdit | null): PostEditor {
  const queries = useQueryClient()
  const edit = useEditPost()
  const [edited, setEdited] = useState(start)
  const [theirs, setTheirs] = useState<EditablePost | null>(null)
  const ownPets = useOwnPets()
  const [composition] = useState(() => {
    const change = refused && withKnownPets(refused.change, [...ownPets, ...start.post.pets])
    return createDraftStore(() => createPostEditDraft(start, change ?? {}))
  })
  const loadNewerVersion = async (base: EditablePost) => {
    const latest = await queries.fetchQuery(editablePostQuery(base.post.id))
    // Ignores a newer version without photos, unless `base` has none either. Such a version would hide the author's
    // photo changes, because `listChangedPostFields` compares photos only if they are loaded.
    if (latest.post.editedAt !== base.post.editedAt && (latest.photos || !base.photos)) setTheirs(latest)
  }
  const forgetRefused = () => {
    if (refused) removeRefusedAction(refused.item).catch(() => {})
  }
  const saveBasedOn = async (base: EditablePost) => {
    composition.change(() => ({ submission: null }))
    try {
      const saved = await edit.mutateAsync({ edited: base, composition })
      forgetRefused()
      return saved
    } catch (cause) {
      const error = cause instanceof CallError ? cause : new CallError(null)
      if (error.code === 'conflict') await loadNewerVersion(base).catch(() => {})
      composition.change(() => ({ submission: { step: 'failed', error } }))
      return null
    }
  }
  const accept = (newest: EditablePost, draft: Draft) => {
    composition.replace(draft)
    setEdited(newest)
    setTheirs(null)
  }
  const saveOver = (newest: EditablePost) => {
    accept(newest, mergeDraftIntoNewerPost(edited, newest, composition.read()))
    return saveBasedOn(newest)
  }
  const take = (newest: EditablePost) => accept(newest, createPostEditDraft(newest))
  const draft = useStoredDraft(composition)
  const saving = { isSaving: edit.isPending, save: () => saveBasedOn(edited), saveOver, take, forgetRefused }
  return { edited, composition, draft, theirs, ...saving }
}
