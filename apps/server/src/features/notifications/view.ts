import type {
  Notification,
  NotificationFilter,
  NotificationPage,
  NotificationType,
} from '@pawtrait/contract/notifications.ts'
import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { buildPhotoUrlTemplate, type PhotoFilesRow } from '#features/media/view.ts'
import { toPetCard } from '#features/pets/view.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import type { UserContext } from '#platform/context.ts'
import {
  createNextCursor,
  formatTimedCursor,
  parseTimedCursor,
  splitPage,
  unsealCursor,
} from '#platform/database/cursor.ts'
import { type NotificationPageRow, selectNotificationPage } from './notification-page-queries.ts'
import { selectUnreadCount } from './visible-notification-queries.ts'

const typesByFilter: Record<NotificationFilter, readonly NotificationType[] | null> = {
  all: null,
  pets: ['pet-follow', 'pet-invite', 'pet-person', 'tribute', 'birthday'],
  mentions: ['mention'],
}

/** Returns the URL of a photo's narrowest WebP file, because every browser can read WebP. */
const getThumbnailUrl = (ctx: UserContext, photo: PhotoFilesRow | null) =>
  photo &&
  (listRenditions(
    { src: buildPhotoUrlTemplate(ctx, photo), widths: photo.widths.slice(0, 1), avifWidths: [] },
    'webp',
  )[0]?.src ??
    null)

const indexById = <Row extends { id: string }>(rows: readonly Row[]) =>
  new Map<string, Row>(rows.map((row) => [row.id, row]))

function toNotifications(ctx: UserContext, { lines, ...page }: NotificationPageRow): Notification[] {
  const [people, posts] = [indexById(page.people), indexById(page.posts)]
  return lines.map(({ named, postId, story, pet, ...line }) => {
    const post = postId === null ? undefined : posts.get(postId)
    return {
      ...line,
      actors: (named ?? []).flatMap((id) => people.get(id) ?? []).map(toUserCard),
      post: post ? { ...post, thumb: getThumbnailUrl(ctx, post.photo), alt: post.alt ?? '' } : null,
      story: story && { ...story, thumb: getThumbnailUrl(ctx, story.photo), alt: story.alt ?? '' },
      pet: pet && toPetCard(pet),
    }
  })
}

type PageRequest = { cursor?: string | undefined; limit: number; part: NotificationFilter }

/**
 * Returns the viewer's visible notifications, latest first. A page may be shorter than `limit`; the end is reached only
 * when `cursor` is null. @throws Problem 'validation-failed' for an invalid cursor.
 */
export async function listNotifications(
  ctx: UserContext,
  { cursor, limit, part }: PageRequest,
): Promise<NotificationPage> {
  const after = parseTimedCursor(unsealCursor(ctx, cursor))
  const request = { user: ctx.viewer, types: typesByFilter[part], after, limit: limit + 1, now: ctx.now }
  const page = await selectNotificationPage(ctx.db, request)
  const { shown, last } = splitPage(page.lines, limit)
  const next = last ? { at: last.updatedAt, id: last.id, seen: true } : page.last && { ...page.last, seen: false }
  return {
    notifications: toNotifications(ctx, { ...page, lines: shown }),
    cursor: createNextCursor(ctx, next, formatTimedCursor),
    unread: page.unread,
  }
}

/** Returns the viewer's number of unread notifications, at most 100. */
export const countUnread = async (ctx: UserContext) => ({
  unread: await selectUnreadCount(ctx.db, ctx.viewer, ctx.now),
})
