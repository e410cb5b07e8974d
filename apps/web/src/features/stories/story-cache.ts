import type { PetId, StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import {
  getHighlights,
  getStory,
  getStoryViewers,
  getUserStories,
  type Story,
  type StoryRow,
} from '@pawtrait/contract/stories.ts'
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { call as browserCall } from '#lib/server/call.ts'
import { cursorPaginationOptions, cursorParam } from '#lib/server/query-client.ts'
import { reelsKey, storyRowKey } from './story-keys.ts'

/**
 * Source of a sequence of stories: a user, a pet's highlights, or a single story. `linked` is the story of a link that
 * the viewer opened. The sequence includes it even if the viewer hides or filters that story.
 */
export type Reel =
  | { kind: 'user'; id: UserId; linked?: StoryId | undefined }
  | { kind: 'pet'; id: PetId }
  | { kind: 'story'; id: StoryId }

/** Fetches the stories of a reel. */
export async function fetchReel(reel: Reel, call: ApiCall): Promise<Story[]> {
  if (reel.kind === 'user') {
    const { stories } = await call(getUserStories, { params: { id: reel.id } })
    const { linked } = reel
    if (!linked || stories.some(({ id }) => id === linked)) return stories
    const story = await call(getStory, { params: { id: linked } })
    return [...stories, story].toSorted((a, b) => (a.id < b.id ? -1 : 1))
  }
  if (reel.kind === 'pet')
    return (await call(getHighlights, { params: { id: reel.id }, query: { limit: '50' } })).stories
  return [await call(getStory, { params: { id: reel.id } })]
}

const getLinkedStory = (reel: Reel) => (reel.kind === 'user' ? (reel.linked ?? null) : null)

/** Query for the stories of a reel, in playing order. */
export const reelQuery = (reel: Reel, call: ApiCall = browserCall) =>
  queryOptions<Story[]>({
    queryKey: [...reelsKey, reel.kind, reel.id, getLinkedStory(reel)],
    queryFn: () => fetchReel(reel, call),
  })

export const storyViewersQuery = (id: StoryId) =>
  infiniteQueryOptions({
    ...cursorPaginationOptions,
    queryKey: ['story-viewers', id],
    queryFn: ({ pageParam }) =>
      browserCall(getStoryViewers, {
        params: { id },
        query: { limit: '20', ...cursorParam(pageParam) },
      }),
  })

/** Cache key of a flag, which is true once the story has been deleted. */
export const storyDeletedKey = (id: StoryId) => ['story-left', id] as const

/** Changes a story in every reel that contains it. */
export function updateCachedStory(queries: QueryClient, id: StoryId, change: (story: Story) => Partial<Story>) {
  queries.setQueriesData<Story[]>({ queryKey: reelsKey }, (stories) =>
    stories?.some((story) => story.id === id)
      ? stories.map((story) => (story.id === id ? { ...story, ...change(story) } : story))
      : stories,
  )
}

/** Returns a story from the cached reels; undefined if none contains it. */
export const readCachedStory = (queries: QueryClient, id: StoryId): Story | undefined =>
  queries
    .getQueriesData<Story[]>({ queryKey: reelsKey })
    .flatMap(([, stories]) => stories ?? [])
    .find((story) => story.id === id)

/** Marks a story as seen in the cache. After an author's last unseen story, the ring turns grey but does not move. */
export function markStorySeen(queries: QueryClient, { id, author }: Story) {
  updateCachedStory(queries, id, () => ({ seenByMe: true }))
  const theirs = queries.getQueryData<Story[]>(reelQuery({ kind: 'user', id: author.id }).queryKey)
  if (!theirs || theirs.some(({ seenByMe }) => !seenByMe)) return
  queries.setQueryData<StoryRow>(
    storyRowKey,
    (row) =>
      row && {
        ...row,
        rings: row.rings.map((ring) => (ring.author.id === author.id ? { ...ring, unseen: false } : ring)),
      },
  )
}
