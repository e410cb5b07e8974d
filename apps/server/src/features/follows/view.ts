import type { Person, PersonPage } from '@pawtrait/contract/follows.ts'
import type { UserId } from '@pawtrait/contract/ids.ts'
import { cleanText } from '@pawtrait/contract/text.ts'
import { mediaAddress } from '#features/users/media-address.ts'
import { visibleUser } from '#features/users/visible-user.ts'
import type { Context } from '#platform/context.ts'
import { placeOfCursor, timedCursor } from '#platform/cursor.ts'
import { type PersonRow, selectFollowers, selectFollowing } from './queries.ts'

type Page = { cursor?: string | undefined; limit: number; q?: string | undefined }

const present = ({ imageName, at: _at, ...row }: PersonRow): Person => ({ ...row, image: mediaAddress(imageName) })

async function people(ctx: Context, id: UserId, page: Page, select: typeof selectFollowers): Promise<PersonPage> {
  const user = await visibleUser(ctx, id)
  const after = placeOfCursor(page.cursor)
  const rows = await select(ctx.db, ctx.viewer, { user, q: cleanText(page.q ?? ''), after, most: page.limit + 1 })
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  return { users: shown.map(present), cursor: rows.length > page.limit && last ? timedCursor(last) : null }
}

/**
 * Who follows a user, last one first; `q` finds in full names and usernames.
 * @throws Problem 'not-found' as `visibleUser`; 'validation-failed' for a cursor that is not ours.
 */
export const followersOf = (ctx: Context, id: UserId, page: Page) => people(ctx, id, page, selectFollowers)

/** Whom a user follows; as `followersOf`. */
export const followingOf = (ctx: Context, id: UserId, page: Page) => people(ctx, id, page, selectFollowing)
