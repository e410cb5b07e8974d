import type { PetId, PhotoId } from '@pawtrait/contract/ids.ts'
import { backdatePhotos } from '#features/media/import-photo.ts'
import { changeAccount } from '#features/users/account/change-account.ts'
import type { UserContext } from '#platform/context.ts'
import { setProfileImage } from './profile-image.ts'
import { selectBlankProfileFields } from './queries.ts'

export const findBlankProfileFields = async (ctx: UserContext): Promise<{ bio: boolean; image: boolean }> =>
  (await selectBlankProfileFields(ctx.db, ctx.viewer)) ?? { bio: false, image: false }

export async function importBio(ctx: UserContext, bio: string): Promise<void> {
  await changeAccount(ctx, { bio })
}

/** Sets the viewer's picture from an import. `at`: original date of the photo. @throws as `setProfileImage` does */
export async function importProfileImage(ctx: UserContext, choice: { photo: PhotoId } | { pet: PetId }, at: Date) {
  await setProfileImage(ctx, choice)
  if ('photo' in choice) await ctx.transaction((tx) => backdatePhotos(tx, [choice.photo], at))
}
