import * as contract from '@pawtrait/contract/blocks.ts'
import type { App } from '#platform/http/serve.ts'
import { blockUser, unblockUser } from './block-user.ts'
import { hidePet, hideUser, unhidePet, unhideUser } from './hide-posts.ts'
import { getMuteState, muteUser, unmuteUser } from './mute-user.ts'
import { getSpeciesFilter, setSpeciesFilter } from './species-filter.ts'
import { getBlockedUser, listBlockedUsers, listHiddenUsersAndPets, listMutedUsers } from './view.ts'

export function blockRoutes(app: App) {
  app.serve(contract.hideUser, (ctx, { params, body }) => hideUser(ctx, params.id, body.days))
  app.serve(contract.unhideUser, (ctx, { params }) => unhideUser(ctx, params.id))
  app.serve(contract.hidePet, (ctx, { params, body }) => hidePet(ctx, params.id, body.days))
  app.serve(contract.unhidePet, (ctx, { params }) => unhidePet(ctx, params.id))
  app.serve(contract.blockUser, (ctx, { params }) => blockUser(ctx, params.id))
  app.serve(contract.unblockUser, (ctx, { params }) => unblockUser(ctx, params.id))
  app.serve(contract.listBlockedUsers, (ctx, { query }) => listBlockedUsers(ctx, query))
  app.serve(contract.getBlockedUser, (ctx, { params }) => getBlockedUser(ctx, params.username))
  app.serve(contract.getSpeciesFilter, (ctx) => getSpeciesFilter(ctx))
  app.serve(contract.setSpeciesFilter, (ctx, { body }) => setSpeciesFilter(ctx, body))
  app.serve(contract.listHiddenItems, (ctx, { query }) => listHiddenUsersAndPets(ctx, query))
  app.serve(contract.getUserMute, (ctx, { params }) => getMuteState(ctx, params.id))
  app.serve(contract.muteUser, (ctx, { params }) => muteUser(ctx, params.id))
  app.serve(contract.unmuteUser, (ctx, { params }) => unmuteUser(ctx, params.id))
  app.serve(contract.listMutedUsers, (ctx, { query }) => listMutedUsers(ctx, query))
}
