import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#lib/server/call.ts'
import { createDraftStore, type Draft, type DraftStore } from './draft-store.ts'
import { draftOfPost, type EditedPost, mergeDraftIntoNewerPost } from './post-edit-draft.ts'
import { useStoredDraft } from './use-draft-store.ts'
import { editedPostQuery, type SavedPost, useEditPost } from './use-edit-post.ts'

export type PostEditor = {
  edited: EditedPost
  composition: DraftStore
  draft: Draft
  /** Newer version of the post after a conflict; otherwise null. */
  theirs: EditedPost | null
  isSaving: boolean
  /** Saves the changes. Resolves to null on failure; the form shows the error. */
  save: () => Promise<SavedPost | null>
  /** Saves the author's version over the newer one. */
  saveOver: (theirs: EditedPost) => Promise<SavedPost | null>
  /** Discards the author's version and loads the newer one. */
  take: (theirs: EditedPost) => void
}

export function usePostEditor(start: EditedPost): PostEditor {
  const queries = useQueryClient()
  const edit = useEditPost()
  const [edited, setEdited] = useState(start)
  const [theirs, setTheirs] = useState<EditedPost | null>(null)
  const [composition] = useState(() => createDraftStore(() => draftOfPost(start)))
  const lookAgain = async (base: EditedPost) => {
    const now = await queries.fetchQuery(editedPostQuery(base.post.id))
    if (now.post.editedAt !== base.post.editedAt) setTheirs(now)
  }
  const saveOn = async (base: EditedPost) => {
    composition.change(() => ({ submission: null }))
    try {
      return await edit.mutateAsync({ edited: base, composition })
    } catch (cause) {
      const error = cause instanceof CallError ? cause : new CallError(null)
      if (error.code === 'conflict') await lookAgain(base).catch(() => {})
      composition.change(() => ({ submission: { step: 'failed', error } }))
      return null
    }
  }
  const accept = (newest: EditedPost, draft: Draft) => {
    composition.replace(draft)
    setEdited(newest)
    setTheirs(null)
  }
  const saveOver = (newest: EditedPost) => {
    accept(newest, mergeDraftIntoNewerPost(edited, newest, composition.read()))
    return saveOn(newest)
  }
  const take = (newest: EditedPost) => accept(newest, draftOfPost(newest))
  const draft = useStoredDraft(composition)
  return { edited, composition, draft, theirs, isSaving: edit.isPending, save: () => saveOn(edited), saveOver, take }
}
