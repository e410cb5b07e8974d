import { getPhoto } from '@pawtrait/contract/photos/photos.ts'
import { editPost, type Post } from '@pawtrait/contract/posts.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { cachePosts, postQuery } from '#features/posts/post-cache.ts'
import { callOrQueue, QUEUED_CALL } from '#lib/outbox/queue-call.ts'
import { CallError, call } from '#lib/server/call.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { isUnavailable } from '#shell/navigation/page-errors.ts'
import type { DraftStore } from './draft-store.ts'
import { waitForUploads } from './photo-uploads.ts'
import { buildPostChange, type EditablePost } from './post-edit-draft.ts'

/**
 * Query of the viewer's own post and its photos with their edits. Always fetched from the server. If the server does
 * not answer, returns the post that a list has cached, without the edits of its photos.
 */
export const editablePostQuery = (id: Post['id'], call_: ApiCall = call) =>
  queryOptions({
    queryKey: ['edited-post', id],
    queryFn: async ({ client }): Promise<EditablePost> => {
      const post = await fetchWithCacheFallback(client, { ...postQuery(id, call_), staleTime: 0 })
      if (!post) throw new CallError(null)
      const loading = Promise.all(post.photos.map((photo) => call_(getPhoto, { params: { id: photo.id } })))
      const photos = await loading.catch((error: unknown) => {
        if (isUnavailable(error)) return null
        throw error
      })
      return { post, photos }
    },
    staleTime: 0,
    gcTime: 60_000,
  })

const POLL_INTERVAL_MS = 500
const MAX_POLLS = 60

/** Polls until new photos are rendered, because a published post may contain only photos that can be shown. */
async function finishUploads(composition: DraftStore) {
  for (const { key, file, progress } of composition.read().photos) {
    if (!file || progress.step !== 'accepted') continue
    let { photo } = progress
    for (let poll = 0; photo.state === 'processing' && poll < MAX_POLLS; poll++) {
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
      photo = await call(getPhoto, { params: { id: photo.id } })
    }
    const renderedPhoto = photo
    composition.changePhoto(key, () => ({ progress: { step: 'accepted', photo: renderedPhoto } }))
  }
}

const refresh = (queries: QueryClient) =>
  queries.invalidateQueries({ predicate: ({ queryKey }) => lists.has(String(queryKey[0])) })
const lists = new Set(['user-posts', 'pet-posts', 'post-edits', 'tag-posts'])

type Save = { edited: EditablePost; composition: DraftStore }

/** `isQueued` is true if the edit waits in the outbox. */
export type PostEditResult = { post: Post; isQueued: boolean }

/**
 * Mutation that saves the differences from the loaded post. Not optimistic. Without a network, the edit waits in the
 * outbox, unless it has photos to upload.
 */
export function useEditPost() {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['edit-post'],
    mutationFn: async ({ edited, composition }: Save): Promise<PostEditResult> => {
      await waitForUploads(composition)
      await finishUploads(composition)
      const draft = composition.read()
      const { id } = edited.post
      const body = buildPostChange(edited, draft)
      // The outbox keeps the typed text, so that it is not lost if the server refuses the edit.
      const text = [body.caption, body.place].filter(Boolean).join(' – ') || draft.caption
      const action = { kind: 'edit', thing: `post:${id}`, words: text, isState: true } as const
      const saved = await callOrQueue(editPost, { params: { id }, body }, action)
      if (saved !== QUEUED_CALL) return { post: saved, isQueued: false }
      const { caption, place, audience, replies } = draft
      return { post: { ...edited.post, caption, place, audience, replies }, isQueued: true }
    },
    onSuccess: async ({ post }) => {
      cachePosts(queries, [post])
      await refresh(queries)
    },
  })
}
