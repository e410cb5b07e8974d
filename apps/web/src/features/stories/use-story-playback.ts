import type { StoryId } from '@pawtrait/contract/ids.ts'
import { getStory, markStoryViewed, type Story } from '@pawtrait/contract/stories.ts'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { callOrQueue } from '#lib/outbox/queue-call.ts'
import { CallError, call } from '#lib/server/call.ts'
import { msUntil } from '#lib/time/time.ts'
import { markStorySeen, type Reel, reelQuery, storyDeletedKey } from './story-cache.ts'

/** Reels (sequences of stories) in playing order. `at` is the index of the reel that plays first. */
export type Playlist = {
  reels: readonly Reel[]
  at: number
  /** Story to show first. Without it, playback starts with the first unseen story. */
  from?: StoryId
}

/** Returns the story at which a reel starts: the requested story, else the first unseen story, else the first story. */
export const findFirstStory = (stories: readonly Story[], from?: StoryId): Story | undefined =>
  stories.find(({ id }) => id === from) ?? stories.find(({ seenByMe }) => !seenByMe) ?? stories[0]

/** Returns the position in a playlist, and functions to change it. Calls `onEnd` after the last story. */
export function useStoryPlayback({ reels, at, from }: Playlist, onEnd: () => void) {
  const [position, setPosition] = useState<{ reel: number; story: StoryId | undefined }>({ reel: at, story: from })
  const reel = reels[position.reel] ?? reels[0]
  const list = useQuery({ ...reelQuery(reel ?? { kind: 'user', id: '' as never }), enabled: reel !== undefined })
  // `refreshStories` does not refetch a list on the screen, so that new or deleted stories do not change the position.
  const stories = list.data ?? []
  const story =
    stories.find(({ id }) => id === position.story) ?? findFirstStory(stories, position.reel === at ? from : undefined)
  // Stores the id of the current story. Once the user has seen this story, another story is the first unseen one.
  if (story && story.id !== position.story) setPosition({ reel: position.reel, story: story.id })
  const index = story ? stories.indexOf(story) : -1
  const nextReel = reels[position.reel + 1]
  const adjacentReels = { previous: useReel(reels[position.reel - 1]), next: useReel(nextReel) }
  const toReel = (by: 1 | -1) => {
    const targetIndex = position.reel + by
    if (reels[targetIndex]) setPosition({ reel: targetIndex, story: undefined })
    else if (by === 1) onEnd()
  }
  const toStory = (by: 1 | -1) => {
    const target = stories[index + by]
    if (target) setPosition({ reel: position.reel, story: target.id })
    else toReel(by)
  }
  const ahead = stories[index + 1] ?? findFirstStory(adjacentReels.next)
  // Previews beside the story. They show the previous and next users. If there is only one user, they show the adjacent
  // stories.
  const isAmongOthers = reels.length > 1
  const neighbours = {
    previous: isAmongOthers ? findFirstStory(adjacentReels.previous) : stories[index - 1],
    next: isAmongOthers ? findFirstStory(adjacentReels.next) : stories[index + 1],
    go: isAmongOthers ? toReel : toStory,
  }
  const has = {
    next: index + 1 < stories.length || nextReel !== undefined,
    previous: index > 0 || position.reel > 0,
  }
  return { list, story, index, count: stories.length, ahead, neighbours, has, toStory, toReel }
}

/** Returns the stories of an adjacent reel. Empty until they are loaded, or without an adjacent reel. */
function useReel(reel: Reel | undefined): readonly Story[] {
  const options = reelQuery(reel ?? { kind: 'user', id: '' as never })
  return useQuery({ ...options, enabled: reel !== undefined }).data ?? []
}

/**
 * Reports a visible story as seen to the server. Returns whether the story is no longer available, for example because
 * it was deleted or expired while the user watched it.
 */
export function useReportStorySeen(story: Story | undefined, isShown: boolean, isViewer: boolean): boolean {
  const queries = useQueryClient()
  const [goneId, setGoneId] = useState<StoryId | null>(null)
  const isReportable = story !== undefined && isShown && isViewer && story.own === null && story.isReady
  const id = isReportable ? story.id : null
  const createMissingHandler = (missing: StoryId) => (error: unknown) => {
    if (error instanceof CallError && error.code === 'not-found') setGoneId(missing)
  }
  const reportSeen = useEffectEvent((storyId: StoryId) => {
    const action = { kind: 'view', thing: `story:${storyId}`, words: '', isState: true } as const
    callOrQueue(markStoryViewed, { params: { id: storyId } }, action).then(
      () => story && markStorySeen(queries, story),
      createMissingHandler(storyId),
    )
  })
  // The effect depends on the id, because the story is a new object whenever its counts change.
  useEffect(() => {
    if (id) reportSeen(id)
  }, [id])
  useStoryExpiry(story, (id) => void call(getStory, { params: { id: id } }).catch(createMissingHandler(id)))
  const deletedKey = storyDeletedKey(story?.id ?? ('' as StoryId))
  const { data: isDeleted = false } = useQuery<boolean>({ queryKey: deletedKey, queryFn: skipToken })
  return isDeleted || (goneId !== null && goneId === story?.id)
}

// Waiting time after the expiry, because the server's clock may be slightly behind this device's clock.
const EXPIRY_MARGIN_MS = 1000

/**
 * Calls `onEnd` when another user's story expires on screen. Only the server knows whether the story is still a
 * highlight.
 */
function useStoryExpiry(story: Story | undefined, onEnd: (id: StoryId) => void) {
  const end = useEffectEvent(onEnd)
  const [id, expiresAt] = story && !story.own ? [story.id, story.expiresAt] : []
  useEffect(() => {
    if (!id || !expiresAt) return
    const remainingMs = msUntil(expiresAt)
    if (remainingMs <= 0) return
    const timer = setTimeout(() => end(id), remainingMs + EXPIRY_MARGIN_MS)
    return () => clearTimeout(timer)
  }, [id, expiresAt])
}
