import type { UserId } from '@pawtrait/contract/ids.ts'
import type { Context } from '#platform/context.ts'
import { diskUploadStore } from './disk-uploads.ts'
import { sharedUploadStore } from './shared-uploads.ts'

/** Returns the store of resumable uploads: shared, or on the disk of this process. */
export const getUploadStore = ({ storage }: Context) => (storage.isShared ? sharedUploadStore : diskUploadStore)

export const eraseUploads = (ctx: Context, owner: UserId): Promise<void> => getUploadStore(ctx).removeAllOf(ctx, owner)
