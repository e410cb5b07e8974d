import type { PostPage } from '@pawtrait/contract/posts.ts'
import type { Hit, HitType, SearchPage, Suggestions } from '@pawtrait/contract/search.ts'
import { hitTypes } from '@pawtrait/contract/search.ts'
import { petCard } from '#features/pets/view.ts'
import { postPage } from '#features/posts/view.ts'
import { mediaAddress } from '#features/users/account/media-address.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { isTimedOut } from '#platform/db-errors.ts'
import { Problem } from '#platform/problem.ts'
import { findHits } from './find-hits.ts'
import { type Cursors, joinedCursor, splitCursor } from './join-cursors.ts'
import { limitSearches } from './limit-searches.ts'
import { beginSearch, selectExploreIds, selectSuggestedPets, selectSuggestedUsers } from './queries.ts'
import { readTyped, termOf } from './read-term.ts'

type SearchRequest = { q: string; type?: HitType | undefined; cursor?: string | undefined; limit: number }

const SUGGESTED = 5

/**
 * Users, pets, posts, tags and places by a part of their name, whatever its length, case and accents; `@` asks for
 * users only, `#` for tags. Exact matches and beginnings first, then the most followed, the newest or the most used.
 * @throws Problem 'validation-failed' for a cursor that is not ours; 'too-many-requests';
 *   'unavailable' when a statement takes longer than `SEARCH_TIMEOUT_MS`.
 */
export async function searchFor(ctx: Context, { q, type, cursor, limit }: SearchRequest): Promise<SearchPage> {
  await limitSearches(ctx, 'search')
  const { words, only } = readTyped(q)
  const types = type ? [type] : only ? [only] : hitTypes
  const cursors = cursor === undefined ? {} : type ? { [type]: cursor } : splitCursor(cursor, types)
  const lists = cursor === undefined ? types : types.filter((each) => cursors[each])
  return inTime(ctx, words, async (inside, plain) => {
    const hits: Hit[] = []
    const next: Cursors = {}
    const term = termOf(plain)
    if (!term) return { hits, cursor: null }
    for (const each of lists) {
      const page = await findHits(inside, each, { term, cursor: cursors[each], limit })
      hits.push(...page.hits)
      if (page.cursor) next[each] = page.cursor
    }
    return { hits, cursor: type ? (next[type] ?? null) : joinedCursor(next) }
  })
}

/** `text` is given to the work as the search indexes hold it. */
async function inTime<T>(ctx: Context, text: string, work: (inside: Context, plain: string) => Promise<T>): Promise<T> {
  try {
    return await ctx.transaction(async ({ db }) => {
      const plain = await beginSearch(db, ctx.config.searchTimeoutMs, text)
      return work({ ...ctx, db }, plain)
    })
  } catch (error) {
    if (!isTimedOut(error)) throw error
    throw new Problem('unavailable', 'That took too long. Try again, or look for a longer word.', {
      retryAfterSeconds: 1,
    })
  }
}

/**
 * The newest public posts, one per author.
 * @throws Problem 'validation-failed' for a cursor that is not ours, 'too-many-requests', 'unavailable' as `searchFor`.
 */
export async function explorePosts(
  ctx: Context,
  page: { cursor?: string | undefined; limit: number },
): Promise<PostPage> {
  await limitSearches(ctx, 'explore')
  return inTime(ctx, '', (inside) =>
    postPage(inside, page, ({ viewer, before, most }) => selectExploreIds(inside.db, viewer, before, most, ctx.now)),
  )
}

/** Whom to follow: at most five users and five pets, most followed first, none followed already. */
export async function suggestionsFor(ctx: UserContext): Promise<Suggestions> {
  const [users, pets] = await Promise.all([
    selectSuggestedUsers(ctx.db, ctx.viewer, SUGGESTED),
    selectSuggestedPets(ctx.db, ctx.viewer, SUGGESTED),
  ])
  return {
    users: users.map(({ imageName, ...user }) => ({
      ...user,
      image: mediaAddress(imageName),
      followedByMe: false,
      requestedByMe: false,
      me: false,
    })),
    pets: pets.map((pet) => ({ ...petCard(pet), followedByMe: false })),
  }
}
