import type { NotificationId } from '@pawtrait/contract/ids.ts'
import type {
  Notification,
  NotificationPage,
  NotificationPart,
  NotificationType,
} from '@pawtrait/contract/notifications.ts'
import { renditions } from '@pawtrait/contract/photo-renditions.ts'
import type { PhotoRow } from '#features/media/view.ts'
import { photoView } from '#features/media/view.ts'
import { petCard } from '#features/pets/view.ts'
import { userCard } from '#features/users/account/user-card.ts'
import type { UserContext } from '#platform/context.ts'
import { cursorAfter, openedCursor, readPage, timedCursor, timedKeyOfCursor } from '#platform/cursor.ts'
import { type LineRow, selectLineIds, selectLines, selectUnread } from './queries.ts'

const typesOf: Record<NotificationPart, readonly NotificationType[] | null> = {
  all: null,
  pets: ['pet-follow', 'pet-invite', 'pet-person', 'tribute', 'birthday'],
  mentions: ['mention'],
}

/** The narrowest picture that every browser reads. */
const thumb = (ctx: UserContext, photo: PhotoRow | null) =>
  photo && (renditions(photoView(ctx, photo), 'webp')[0]?.src ?? null)

function present(ctx: UserContext, row: LineRow): Notification {
  const { actors, post, story, pet, comment, ...line } = row
  return {
    ...line,
    actors: (actors ?? []).map(({ said: _, ...actor }) => userCard(actor)),
    post: post && { ...post, thumb: thumb(ctx, post.photo), alt: post.alt ?? '' },
    story: story && { ...story, thumb: thumb(ctx, story.photo), alt: story.alt ?? '' },
    pet: pet && petCard(pet),
    comment: actors?.[0]?.said ?? comment,
  }
}

async function linesByIds(ctx: UserContext, ids: readonly NotificationId[]): Promise<Notification[]> {
  const rows = new Map((await selectLines(ctx.db, ctx.viewer, ids)).map((row) => [row.id, row]))
  return ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [present(ctx, row)] : []
  })
}

type PageRequest = { cursor?: string | undefined; limit: number; part: NotificationPart }

/**
 * What happened to the viewer, grouped, last happened first, as far as all of it may still be seen.
 * A page may be shorter than `limit`; only `cursor: null` is the end.
 * @throws Problem 'validation-failed' for a cursor that is not ours.
 */
export async function notificationsOf(
  ctx: UserContext,
  { cursor, limit, part }: PageRequest,
): Promise<NotificationPage> {
  const after = timedKeyOfCursor(openedCursor(ctx, cursor))
  const asked = { user: ctx.viewer, types: typesOf[part], after, now: ctx.now }
  const { items, next } = await readPage(
    limit,
    (most) => selectLineIds(ctx.db, { ...asked, most }),
    (rows) =>
      linesByIds(
        ctx,
        rows.map(({ id }) => id),
      ),
  )
  return { notifications: items, cursor: cursorAfter(ctx, next, timedCursor), ...(await unreadOf(ctx)) }
}

/** How many lines the viewer has not read, up to 100. */
export const unreadOf = async (ctx: UserContext) => ({ unread: await selectUnread(ctx.db, ctx.viewer, ctx.now) })
