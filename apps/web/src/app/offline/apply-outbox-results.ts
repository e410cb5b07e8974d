import type { Comment } from '@pawtrait/contract/comments.ts'
import type { CommentId, PostId, StoryId } from '@pawtrait/contract/ids.ts'
import type { QueryClient } from '@tanstack/react-query'
import { changeCachedComment } from '#features/comments/comment-lists.ts'
import { showSentComment } from '#features/comments/show-sent-comment.ts'
import { type FollowState, invalidateFollowLists } from '#features/follows/follow-cache.ts'
import { refreshPetLists } from '#features/pets/pet-cache.ts'
import { updateCachedPost } from '#features/posts/post-cache.ts'
import { refreshPostLists } from '#features/posts/post-lists.ts'
import { refetchSavedPosts } from '#features/saves/use-save-post.ts'
import { updateCachedStory } from '#features/stories/story-cache.ts'
import { refreshStories } from '#features/stories/story-row-cache.ts'
import type { OutboxItem } from '#lib/outbox/outbox-database.ts'

/** Updates the cache with the server's response to a queued action. */
export function applyActionResponse(queries: QueryClient, { kind, thing }: OutboxItem, answer: unknown) {
  const [name, id = ''] = thing.split(':')
  // The casts are safe: the responses have the contract's output types. If the server accepted an action before the
  // user cancelled it, this update shows the action again.
  if (kind === 'like' || kind === 'save') updateCachedPost(queries, id as PostId, () => answer ?? {})
  else if (kind === 'follow')
    queries.setQueryData(
      ['follow', name, id],
      (current?: object) => current && { ...current, ...(answer as object | null) },
    )
  if (kind === 'comment' && answer) showSentComment(queries, answer as Comment)
  else if (kind === 'save') refetchSavedPosts(queries)
  else if (kind === 'follow') invalidateFollowLists(queries)
  else if (kind === 'story') refreshStories(queries)
  else if (kind === 'edit') refreshEdited(queries, name, id)
}

/** Refetches an edited post, pet or profile, and data that includes it, such as lists. */
function refreshEdited(queries: QueryClient, name = '', id = '') {
  void queries.invalidateQueries({ queryKey: [name, id] })
  if (name === 'profile') void queries.invalidateQueries({ queryKey: ['viewer'] })
  if (name === 'pet') void refreshPetLists(queries)
  if (name === 'post') void refreshPostLists(queries)
}

/**
 * Undoes the optimistic update of a refused or cancelled action. Restores the earlier state of a like, save or follow
 * directly, because without a network the target cannot be refetched.
 */
export function revertOptimisticUpdate(queries: QueryClient, item: OutboxItem) {
  const { kind, thing } = item
  const [name, id] = thing.split(':')
  if (kind === 'edit') return refreshEdited(queries, name, id)
  restoreState(queries, item)
  void queries.invalidateQueries({ queryKey: kind === 'follow' ? ['follow', name, id] : [name, id] })
  if (kind === 'delete') void refreshPostLists(queries)
}

// The casts are safe: the hooks that queue these actions set `before` to a part of the cached object.
function restoreState(queries: QueryClient, { kind, thing, before }: OutboxItem) {
  if (before === undefined) return
  const [name, id] = thing.split(':')
  const state = before as object
  if (kind === 'like' || kind === 'save') updateCachedPost(queries, id as PostId, () => state)
  else if (kind === 'like-comment') changeCachedComment(queries, id as CommentId, () => state)
  else if (kind === 'react') updateCachedStory(queries, id as StoryId, () => state)
  else if (kind === 'follow') queries.setQueryData<FollowState>(['follow', name, id], before as FollowState)
}
