import type { ProfileChange } from '@pawtrait/contract/profiles.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type * as v from 'valibot'
import { changeAccount } from '#features/users/account/change-account.ts'
import { refuseNewAccountLinks } from '#features/users/new-account-limits.ts'
import { readViewer } from '#features/users/view.ts'
import type { UserContext } from '#platform/context.ts'

/**
 * Changes the viewer's name, bio or time zone; omitted fields keep their value.
 * @throws the Problems of `refuseNewAccountLinks` and `changeAccount`
 */
export async function editProfile(
  ctx: UserContext,
  change: v.InferOutput<typeof ProfileChange>,
): Promise<Viewer & { editedAt: string | null }> {
  await refuseNewAccountLinks(ctx, { fullname: change.fullname, bio: change.bio })
  const editedAt = await changeAccount(ctx, change)
  return { ...(await readViewer(ctx, ctx.viewer)), editedAt }
}
