import { UserId } from '@pawtrait/contract/ids.ts'
import * as contract from '@pawtrait/contract/profiles.ts'
import { getUser } from '@pawtrait/contract/users.ts'
import * as v from 'valibot'
import { noUser } from '#features/users/account/visible-user.ts'
import type { App } from '#platform/http/serve.ts'
import { removeImage, setImage } from './change-image.ts'
import { choosePrivacy, privacyOf } from './choose-privacy.ts'
import { editProfile } from './edit-profile.ts'
import { profileOf, publicUser } from './view.ts'

export function profileRoutes(app: App) {
  app.serve(getUser, (ctx, { params }) => {
    const id = v.safeParse(UserId, params.id)
    if (!id.success) throw noUser()
    return publicUser(ctx, id.output)
  })
  app.serve(contract.getProfile, (ctx, { params }) => profileOf(ctx, params.username))
  app.serve(contract.editProfile, (ctx, { body }) => editProfile(ctx, body))
  app.serve(contract.setProfileImage, (ctx, { body }) => setImage(ctx, body))
  app.serve(contract.removeProfileImage, (ctx) => removeImage(ctx))
  app.serve(contract.getPrivacy, (ctx) => privacyOf(ctx))
  app.serve(contract.setPrivacy, (ctx, { body }) => choosePrivacy(ctx, body))
}
