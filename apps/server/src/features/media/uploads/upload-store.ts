import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { diskUploads } from './disk-uploads.ts'
import { sharedUploads } from './shared-uploads.ts'

/** Returns the store of resumable uploads: shared, or on the disk of this process. */
export const uploadStoreOf = ({ storage }: Context) => (storage.isShared ? sharedUploads : diskUploads)

export const eraseUploads = (ctx: Context, owner: UserId): Promise<void> => uploadStoreOf(ctx).removeAllOf(ctx, owner)
