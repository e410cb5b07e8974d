import type {
  CloseFriendPage,
  FollowListPage,
  FollowListUser,
  FollowRequestPage,
  SentRequestPage,
} from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { cleanText } from '@pawtrait/contract/text/clean-text.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { Context, UserContext } from '#platform/context.ts'
import { formatTimedCursor, parseTimedCursor, splitPage, type TimedKey } from '#platform/database/cursor.ts'
import {
  countCloseFriends,
  countFollowRequests,
  type FollowListRow,
  selectCloseFriends,
  selectFollowers,
  selectFollowing,
  selectFollowRequests,
  selectSentFollowRequests,
} from './queries.ts'

type Page = { cursor?: string | undefined; limit: number; q?: string | undefined }

const present = ({ at: _at, ...row }: FollowListRow): FollowListUser => toUserCard(row)

const formatCursor = (last: TimedKey | undefined) => (last ? formatTimedCursor(last) : null)

async function readFollowList(
  ctx: Context,
  id: UserId,
  page: Page,
  select: typeof selectFollowers,
): Promise<FollowListPage> {
  const user = await requireVisibleUser(ctx, id)
  const after = parseTimedCursor(page.cursor)
  const rows = await select(ctx.db, ctx.viewer, { user, q: cleanText(page.q ?? ''), after, limit: page.limit + 1 })
  const { shown, last } = splitPage(rows, page.limit)
  return { users: shown.map(present), cursor: formatCursor(last) }
}

/** Returns followers, latest first; `q` searches names. @throws Problem 'not-found', 'validation-failed' (cursor) */
export const getFollowers = (ctx: Context, id: UserId, page: Page) => readFollowList(ctx, id, page, selectFollowers)

/** Returns the users that a user follows. Parameters and errors are those of `getFollowers`. */
export const getFollowing = (ctx: Context, id: UserId, page: Page) => readFollowList(ctx, id, page, selectFollowing)

type PageRequest = Omit<Page, 'q'>

const MAX_COUNTED = 100

/** Returns follow requests to the viewer, latest first. @throws Problem 'validation-failed' for an invalid cursor. */
export async function listFollowRequests(ctx: UserContext, { cursor, limit }: PageRequest): Promise<FollowRequestPage> {
  const rows = await selectFollowRequests(ctx.db, ctx.viewer, parseTimedCursor(cursor), limit + 1)
  const page = splitPage(rows, limit)
  const requests = page.shown.map(({ at, ...row }) => ({ ...toUserCard(row), askedAt: at }))
  return {
    requests,
    cursor: formatCursor(page.last),
    waiting: await countFollowRequests(ctx.db, ctx.viewer, MAX_COUNTED),
  }
}

/** Returns follow requests that the viewer sent, latest first. @throws Problem 'validation-failed' for a bad cursor. */
export async function listSentFollowRequests(
  ctx: UserContext,
  { cursor, limit }: PageRequest,
): Promise<SentRequestPage> {
  const page = splitPage(await selectSentFollowRequests(ctx.db, ctx.viewer, parseTimedCursor(cursor), limit + 1), limit)
  const users = page.shown.map(({ at, ...row }) => ({ ...toUserCard(row), askedAt: at }))
  return { users, cursor: formatCursor(page.last) }
}

/** Returns the viewer's close friends, last added first. @throws Problem 'validation-failed' for an invalid cursor. */
export async function listCloseFriends(ctx: UserContext, { cursor, limit }: PageRequest): Promise<CloseFriendPage> {
  const rows = await selectCloseFriends(ctx.db, ctx.viewer, parseTimedCursor(cursor), limit + 1)
  const page = splitPage(rows, limit)
  const users = page.shown.map(({ at: _at, ...row }) => toUserCard(row))
  return { users, cursor: formatCursor(page.last), count: await countCloseFriends(ctx.db, ctx.viewer) }
}
