import type { Species } from '@pawtrait/contract/pets/pets.ts'
import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { SearchHitType, SearchPage, Suggestions, TrendingTags } from '@pawtrait/contract/search.ts'
import { searchHitTypes } from '@pawtrait/contract/search.ts'
import { foldText } from '@pawtrait/contract/text/fold-text.ts'
import { toPetCard } from '#features/pets/view.ts'
import { readPostPage } from '#features/posts/view.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { isStatementTimeout } from '#platform/database/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { selectExplorePostIds, selectSpeciesPostIds, selectTrendingTags } from './explore-queries.ts'
import { findHits } from './find-hits.ts'
import { type CursorsByType, joinCursors, splitCursor } from './join-cursors.ts'
import { parseQuery, parseTerm } from './parse-query.ts'
import { selectSuggestedPets, selectSuggestedUsers } from './queries.ts'
import { enforceSearchLimit } from './search-rate-limit.ts'

type SearchRequest = { q: string; type?: SearchHitType | undefined; cursor?: string | undefined; limit: number }

type PageRequest = { cursor?: string | undefined; limit: number }

const SUGGESTION_COUNT = 5
const TRENDING_COUNT = 10
const TREND_MS = 7 * 24 * 3_600_000

/**
 * Searches users, pets, posts, tags and places by any part of their name, ignoring case and accents. A leading `@`
 * limits the search to users, `#` to tags. Exact matches come first, then prefixes, then other matches; each group is
 * sorted by followers, date or uses.
 * @throws Problem 'validation-failed' for an invalid cursor; 'too-many-requests'; 'unavailable' when a statement takes
 *   longer than `SEARCH_TIMEOUT_MS`.
 */
export async function searchFor(ctx: Context, { q, type, cursor, limit }: SearchRequest): Promise<SearchPage> {
  const { text, onlyType } = parseQuery(q)
  const types = type ? [type] : onlyType ? [onlyType] : searchHitTypes
  const cursors = cursor === undefined ? {} : type ? { [type]: cursor } : splitCursor(cursor, types)
  const searchedTypes = cursor === undefined ? types : types.filter((hitType) => cursors[hitType])
  const term = parseTerm(foldText(text))
  return runWithLimits(ctx, 'search', async (boundedCtx) => {
    if (!term) return { hits: [], cursor: null }
    const pages = await Promise.all(
      searchedTypes.map((hitType) => findHits(boundedCtx, hitType, { term, cursor: cursors[hitType], limit })),
    )
    const nextCursors: CursorsByType = {}
    for (const [at, hitType] of searchedTypes.entries()) if (pages[at]?.cursor) nextCursors[hitType] = pages[at].cursor
    const hits = pages.flatMap((page) => page.hits)
    return { hits, cursor: type ? (nextCursors[type] ?? null) : joinCursors(nextCursors) }
  })
}

// Applies rate limit and timeout. Generic plans suffice, because the forced indexes give every term the same plan.
async function runWithLimits<T>(
  ctx: Context,
  endpoint: 'search' | 'explore',
  work: (boundedCtx: Context) => Promise<T>,
): Promise<T> {
  await enforceSearchLimit(ctx, endpoint)
  try {
    return await work({ ...ctx, db: ctx.bounded(ctx.config.searchTimeoutMs) })
  } catch (error) {
    if (!isStatementTimeout(error)) throw error
    throw new Problem('unavailable', 'That took too long. Try again, or look for a longer word.', {
      retryAfterSeconds: 1,
    })
  }
}

/** The newest public posts, one per author. @throws Problem 'validation-failed', 'too-many-requests', 'unavailable' */
export async function getExplorePosts(ctx: Context, page: PageRequest): Promise<PostPage> {
  return runWithLimits(ctx, 'explore', (boundedCtx) =>
    readPostPage(boundedCtx, page, ({ viewer, before, most }) =>
      selectExplorePostIds(boundedCtx.db, viewer, before, most, ctx.now),
    ),
  )
}

/** The newest public posts of a species. @throws Problem 'validation-failed', 'too-many-requests', 'unavailable' */
export async function getSpeciesPosts(ctx: Context, species: Species, page: PageRequest): Promise<PostPage> {
  return runWithLimits(ctx, 'explore', (boundedCtx) =>
    readPostPage(boundedCtx, page, (query) => selectSpeciesPostIds(boundedCtx.db, species, query, ctx.now)),
  )
}

/** The ten tags used by the most users in the last seven days. @throws Problem 'too-many-requests', 'unavailable' */
export async function getTrendingTags(ctx: Context): Promise<TrendingTags> {
  const since = new Date(ctx.now.getTime() - TREND_MS)
  return runWithLimits(ctx, 'explore', async ({ db, viewer, now }) => ({
    tags: await selectTrendingTags(db, viewer, { since, now, limit: TRENDING_COUNT }),
  }))
}

/** Returns at most five users and five pets that the viewer does not follow, most followed first. */
export async function getSuggestions(ctx: UserContext): Promise<Suggestions> {
  const [users, pets] = await Promise.all([
    selectSuggestedUsers(ctx.db, ctx.viewer, SUGGESTION_COUNT),
    selectSuggestedPets(ctx.db, ctx.viewer, ctx.now, SUGGESTION_COUNT),
  ])
  return {
    users: users.map((user) => ({ ...toUserCard(user), followedByMe: false, requestedByMe: false, me: false })),
    pets: pets.map((pet) => ({ ...toPetCard(pet), followedByMe: false })),
  }
}
