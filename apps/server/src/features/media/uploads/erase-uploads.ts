import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { diskUploads } from './disk-uploads.ts'
import { sharedUploads } from './shared-uploads.ts'

/** Where uploads that come in pieces are kept. */
export const placeOf = ({ storage }: Context) => (storage.isShared ? sharedUploads : diskUploads)

/** Takes away what has arrived of somebody's uploads, and what is written down of each. */
export const eraseUploads = (ctx: Context, owner: UserId): Promise<void> => placeOf(ctx).removeAllOf(ctx, owner)
