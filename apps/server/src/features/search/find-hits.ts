import { paths } from '@pawtrait/contract/paths.ts'
import type { SearchHit, SearchHitType, SearchPage } from '@pawtrait/contract/search.ts'
import { toPhoto } from '#features/media/view.ts'
import { smallImageUrl } from '#features/users/account/small-image-url.ts'
import type { Context } from '#platform/context.ts'
import { parseIdCursor, requireSealedCursor, sealCursor, splitPage } from '#platform/database/cursor.ts'
import { Problem } from '#platform/problem.ts'
import type { SearchTerm } from './parse-query.ts'
import { selectPostHits } from './post-queries.ts'
import type { RankedKey } from './ranked-queries.ts'
import { selectPlaceHits, selectTagHits, type TagOrPlaceHitRow } from './tag-and-place-queries.ts'
import { selectPetHits, selectUserHits } from './user-and-pet-queries.ts'

type HitRequest = { term: SearchTerm; cursor: string | undefined; limit: number }

const emptyHit = {
  image: null,
  photo: null,
  species: null,
  backdrop: null,
  followedByMe: null,
  requestedByMe: false,
  postCount: null,
} satisfies Partial<SearchHit>

const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const rankedCursorPattern = new RegExp(`^([0-2])\\.(\\d{1,9})\\.(${uuidPattern})$`)

const formatRankedCursor = ({ rank, weight, id }: RankedKey) => `${rank}.${weight}.${id}`

// Encrypts the cursor, because its follower count includes followers hidden from the reader (`blockedFollowerCount`).
const createCursorSealer = (ctx: Context) => (key: RankedKey) => sealCursor(ctx, formatRankedCursor(key))

function parseRankedCursor(cursor: string | undefined): RankedKey | undefined {
  if (cursor === undefined) return undefined
  const [, rank, weight, id] = rankedCursorPattern.exec(cursor) ?? []
  if (!id) throw new Problem('validation-failed', 'This cursor is not one of ours.')
  return { rank: Number(rank), weight: Number(weight), id }
}

function toSearchPage<Row>(
  rows: Row[],
  limit: number,
  toHit: (row: Row) => SearchHit,
  formatCursor: (row: Row) => string,
) {
  const { shown, last } = splitPage(rows, limit)
  return { hits: shown.map(toHit), cursor: last ? formatCursor(last) : null }
}

/** Query parameters for a page of users or pets, with the decrypted cursor. */
const toRankedQuery = (ctx: Context, { term, cursor, limit }: HitRequest) => ({
  viewer: ctx.viewer,
  now: ctx.now,
  term,
  after: parseRankedCursor(requireSealedCursor(ctx, cursor)),
  limit: limit + 1,
})

async function findUsers(ctx: Context, request: HitRequest): Promise<SearchPage> {
  const toHit = ({ id, username, fullname, imageName, followedByMe }: (typeof rows)[number]): SearchHit => ({
    ...emptyHit,
    id,
    type: 'user',
    name: fullname,
    detail: username,
    href: paths.user(username),
    image: smallImageUrl(imageName),
    followedByMe: id === ctx.viewer ? null : followedByMe,
  })
  const rows = await selectUserHits(ctx.db, toRankedQuery(ctx, request))
  return toSearchPage(rows, request.limit, toHit, createCursorSealer(ctx))
}

async function findPets(ctx: Context, request: HitRequest): Promise<SearchPage> {
  const toHit = ({ id, slug, name, breed, species, backdrop, portraitName, followedByMe }: (typeof rows)[number]) => ({
    ...emptyHit,
    ...{ id, name, species, backdrop, followedByMe },
    type: 'pet' as const,
    detail: breed,
    href: paths.pet(slug),
    image: smallImageUrl(portraitName),
  })
  const rows = await selectPetHits(ctx.db, toRankedQuery(ctx, request))
  return toSearchPage(rows, request.limit, toHit, createCursorSealer(ctx))
}

async function findPosts(ctx: Context, { term, cursor, limit }: HitRequest): Promise<SearchPage> {
  const request = { viewer: ctx.viewer, now: ctx.now, term, after: parseIdCursor(cursor), limit: limit + 1 }
  const toHit = ({ id, caption, place, username, photo }: (typeof rows)[number]): SearchHit => ({
    ...emptyHit,
    id,
    type: 'post',
    name: caption || place,
    detail: username,
    href: paths.post(id),
    photo: photo && toPhoto(ctx, photo),
  })
  const rows = await selectPostHits(ctx.db, request)
  return toSearchPage(rows, limit, toHit, ({ id }) => id)
}

async function findTagsOrPlaces(
  ctx: Context,
  { term, cursor, limit }: HitRequest,
  select: typeof selectTagHits,
  toHit: (row: TagOrPlaceHitRow) => SearchHit,
): Promise<SearchPage> {
  const request = { viewer: ctx.viewer, now: ctx.now, term, after: parseRankedCursor(cursor), limit: limit + 1 }
  return toSearchPage(await select(ctx.db, request), limit, toHit, formatRankedCursor)
}

const toTagHit = ({ name, postCount }: TagOrPlaceHitRow): SearchHit => ({
  ...emptyHit,
  ...{ id: name, name, postCount, detail: '' },
  type: 'tag',
  href: paths.tag(name),
})

// A place has no page of its own, so the hit links to a search for its posts.
const toPlaceHit = (row: TagOrPlaceHitRow): SearchHit => ({
  ...toTagHit(row),
  type: 'place',
  href: paths.search(row.name, 'post'),
})

const finders: Record<SearchHitType, (ctx: Context, request: HitRequest) => Promise<SearchPage>> = {
  user: findUsers,
  pet: findPets,
  post: findPosts,
  tag: (ctx, request) => findTagsOrPlaces(ctx, request, selectTagHits, toTagHit),
  place: (ctx, request) => findTagsOrPlaces(ctx, request, selectPlaceHits, toPlaceHit),
}

/** Returns a page of visible hits of one type. @throws Problem 'validation-failed' for an invalid cursor. */
export const findHits = (ctx: Context, type: SearchHitType, request: HitRequest): Promise<SearchPage> =>
  finders[type](ctx, request)
