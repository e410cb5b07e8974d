import { UserId } from '@pawtrait/contract/ids.ts'
import * as contract from '@pawtrait/contract/profiles.ts'
import { getUser } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { userNotFoundProblem } from '#features/users/account/visible-user.ts'
import type { App } from '#platform/http/serve.ts'
import { editProfile } from './edit-profile.ts'
import { getPrivacy, setPrivacy } from './privacy.ts'
import { removeProfileImage, setProfileImage } from './profile-image.ts'
import { getProfile, getPublicUser } from './view.ts'

export function profileRoutes(app: App) {
  app.serve(getUser, (ctx, { params }) => {
    const id = v.safeParse(UserId, params.id)
    if (!id.success) throw userNotFoundProblem()
    return getPublicUser(ctx, id.output)
  })
  app.serve(contract.getProfile, (ctx, { params }) => getProfile(ctx, params.username))
  app.serve(contract.editProfile, (ctx, { body }) => editProfile(ctx, body))
  app.serve(contract.setProfileImage, (ctx, { body }) => setProfileImage(ctx, body))
  app.serve(contract.removeProfileImage, (ctx) => removeProfileImage(ctx))
  app.serve(contract.getPrivacy, (ctx) => getPrivacy(ctx))
  app.serve(contract.setPrivacy, (ctx, { body }) => setPrivacy(ctx, body))
}
