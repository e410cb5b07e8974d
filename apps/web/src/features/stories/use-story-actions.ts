import type { PetId, StoryId } from '@pawtrait/contract/ids.ts'
import {
  addHighlight,
  deleteStory,
  pawStory,
  removeHighlight,
  replyToStory,
  type Story,
  type StoryState,
  unpawStory,
} from '@pawtrait/contract/stories.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useUnsentText } from '#lib/forms/use-unsent-text.ts'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { call, createIdempotencyKeys } from '#lib/server/call.ts'
import { useOptimisticToggle } from '#lib/use-optimistic-toggle.ts'
import { readCachedStory, updateCachedStory } from './story-cache.ts'
import { refreshStories } from './story-row-cache.ts'

/** Likes or unlikes a story, optimistically. */
export function useLikeStory(id: StoryId) {
  const queries = useQueryClient()
  return useOptimisticToggle<Pick<StoryState, 'pawedByMe'>>({
    key: ['on-story', id, 'paw'],
    read: () => readCachedStory(queries, id),
    write: ({ pawedByMe }) => updateCachedStory(queries, id, () => ({ pawedByMe })),
    optimistic: (_, pawedByMe) => ({ pawedByMe }),
    send: (pawed, before) =>
      callOrQueue(
        pawed ? pawStory : unpawStory,
        { params: { id } },
        {
          ...{ kind: 'react', thing: `story:${id}`, words: '', isState: true },
          before: before && { pawedByMe: before.pawedByMe },
        },
      ),
  })
}

/** Returns the unsent reply to a story, and its setter. The text survives reloads and closing the story viewer. */
export const useReplyDraft = (id: StoryId) => useUnsentText(`story-reply:${id}`)

/** Mutation that sends a reply. Clears the text only on success; an idempotency key prevents duplicates. */
export function useSendReply(id: StoryId) {
  const [, forget] = useReplyDraft(id)
  const [key] = useState(createIdempotencyKeys)
  return useMutation({
    mutationKey: ['answer-story', id],
    mutationFn: (text: string) =>
      callOrQueue(
        replyToStory,
        { params: { id }, body: { text }, idempotencyKey: key.of(text) },
        { kind: 'story-reply', thing: `story:${id}`, words: text },
      ),
    onSuccess: () => {
      key.forget()
      forget('')
    },
  })
}

export function useDeleteStory(id: StoryId) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['take-down', id],
    mutationFn: () => call(deleteStory, { params: { id } }),
    onSuccess: () => refreshStories(queries),
  })
}

/** Mutation that adds a story to a pet's highlights, or removes it. */
export function useHighlightStory({ id }: Pick<Story, 'id'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['keep-story', id],
    mutationFn: ({ pet, keep }: { pet: PetId; keep: boolean }) =>
      call(keep ? addHighlight : removeHighlight, { params: { id, petId: pet } }),
    onSuccess: ({ petId, kept }) => {
      updateCachedStory(queries, id, ({ own }) => ({
        own: own && { ...own, keptOn: [...own.keptOn.filter((pet) => pet !== petId), ...(kept ? [petId] : [])] },
      }))
      void queries.invalidateQueries({ queryKey: ['reel', 'pet', petId], refetchType: 'none' })
    },
  })
}
