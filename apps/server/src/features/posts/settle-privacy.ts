import type { UserId } from '@pawtrait/contract/ids.ts'
import { showPhotos } from '#features/media/attach-photos.ts'
import type { Context } from '#platform/context.ts'
import { lockAuthor, selectAuthorsOpenPhotos } from './queries.ts'

/**
 * Photos in an author's posts for everyone are served by plain addresses while the account is public, by signed ones
 * while it is private. Looks at the account as it is now: run twice or late, it does what is right.
 */
export const settlePrivacy = (ctx: Context, author: UserId) =>
  ctx.transaction(async (tx) => {
    const account = await lockAuthor(tx.db, author)
    if (account) await showPhotos(tx, await selectAuthorsOpenPhotos(tx.db, author), !account.isPrivate)
  })
