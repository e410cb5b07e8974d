import * as contract from '@pawtrait/contract/follows.ts'
import type { App } from '#platform/serve.ts'
import { followPet, unfollowPet } from './follow-pet.ts'
import { followUser, unfollowUser } from './follow-user.ts'
import { followersOf, followingOf } from './view.ts'

export function followRoutes(app: App) {
  app.serve(contract.followUser, (ctx, { params }) => followUser(ctx, params.id))
  app.serve(contract.unfollowUser, (ctx, { params }) => unfollowUser(ctx, params.id))
  app.serve(contract.followPet, (ctx, { params }) => followPet(ctx, params.id))
  app.serve(contract.unfollowPet, (ctx, { params }) => unfollowPet(ctx, params.id))
  app.serve(contract.getFollowers, (ctx, { params, query }) => followersOf(ctx, params.id, query))
  app.serve(contract.getFollowing, (ctx, { params, query }) => followingOf(ctx, params.id, query))
}
