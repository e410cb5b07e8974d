import type { Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#lib/server/call.ts'
import { type Composition, compose, type Draft } from './composition.ts'
import { draftOfPost, type EditedPost, mineOver } from './edit-composition.ts'
import { useComposed } from './use-composition.ts'
import { editedPostQuery, useEditPost } from './use-edit-post.ts'

export type PostEditor = {
  /** The post as the editor knows it. */
  edited: EditedPost
  composition: Composition
  draft: Draft
  /** The post as it stands, when it was changed elsewhere meanwhile. */
  theirs: EditedPost | null
  isSaving: boolean
  /** The post as saved; null when it was not, and the form says why. */
  save: () => Promise<Post | null>
  /** Saves one's own version over theirs. */
  saveOver: (theirs: EditedPost) => Promise<Post | null>
  /** Gives one's own version up. */
  take: (theirs: EditedPost) => void
}

/** What is edited of a post, and what becomes of it when it is saved. */
export function usePostEditor(start: EditedPost): PostEditor {
  const queries = useQueryClient()
  const edit = useEditPost()
  const [edited, setEdited] = useState(start)
  const [theirs, setTheirs] = useState<EditedPost | null>(null)
  const [composition] = useState(() => compose(() => draftOfPost(start)))
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
  const accept = (stands: EditedPost, draft: Draft) => {
    composition.replace(draft)
    setEdited(stands)
    setTheirs(null)
  }
  const saveOver = (stands: EditedPost) => {
    accept(stands, mineOver(edited, stands, composition.read()))
    return saveOn(stands)
  }
  const take = (stands: EditedPost) => accept(stands, draftOfPost(stands))
  const draft = useComposed(composition)
  return { edited, composition, draft, theirs, isSaving: edit.isPending, save: () => saveOn(edited), saveOver, take }
}
