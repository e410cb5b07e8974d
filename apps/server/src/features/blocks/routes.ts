import * as contract from '@pawtrait/contract/blocks.ts'
import type { App } from '#platform/http/serve.ts'
import { blockUser, unblockUser } from './block-user.ts'
import { chooseFilter, filterOf } from './choose-filter.ts'
import { hidePet, hideUser, unhidePet, unhideUser } from './hide-posts.ts'
import { muteOf, muteUser, unmuteUser } from './mute-user.ts'
import { blockedBy, blockedNamed, hiddenBy, mutedBy } from './view.ts'

export function blockRoutes(app: App) {
  app.serve(contract.hideUser, (ctx, { params, body }) => hideUser(ctx, params.id, body.days))
  app.serve(contract.unhideUser, (ctx, { params }) => unhideUser(ctx, params.id))
  app.serve(contract.hidePet, (ctx, { params, body }) => hidePet(ctx, params.id, body.days))
  app.serve(contract.unhidePet, (ctx, { params }) => unhidePet(ctx, params.id))
  app.serve(contract.blockUser, (ctx, { params }) => blockUser(ctx, params.id))
  app.serve(contract.unblockUser, (ctx, { params }) => unblockUser(ctx, params.id))
  app.serve(contract.listBlockedUsers, (ctx, { query }) => blockedBy(ctx, query))
  app.serve(contract.getBlockedUser, (ctx, { params }) => blockedNamed(ctx, params.username))
  app.serve(contract.getSpeciesFilter, (ctx) => filterOf(ctx))
  app.serve(contract.setSpeciesFilter, (ctx, { body }) => chooseFilter(ctx, body))
  app.serve(contract.listHides, (ctx, { query }) => hiddenBy(ctx, query))
  app.serve(contract.getUserMute, (ctx, { params }) => muteOf(ctx, params.id))
  app.serve(contract.muteUser, (ctx, { params }) => muteUser(ctx, params.id))
  app.serve(contract.unmuteUser, (ctx, { params }) => unmuteUser(ctx, params.id))
  app.serve(contract.listMutedUsers, (ctx, { query }) => mutedBy(ctx, query))
}
