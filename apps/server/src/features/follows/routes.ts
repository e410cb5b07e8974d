import * as contract from '@pawtrait/contract/follows.ts'
import type { App } from '#platform/http/serve.ts'
import { acceptFollowRequest, declineFollowRequest } from './answer-follow-request.ts'
import { addCloseFriend, removeCloseFriend } from './close-friends.ts'
import { followPet, unfollowPet } from './follow-pet.ts'
import { followUser, removeFollower, unfollowUser } from './follow-user.ts'
import { getFollowers, getFollowing, listCloseFriends, listFollowRequests, listSentFollowRequests } from './view.ts'

export function followRoutes(app: App) {
  app.serve(contract.followUser, (ctx, { params }) => followUser(ctx, params.id))
  app.serve(contract.unfollowUser, (ctx, { params }) => unfollowUser(ctx, params.id))
  app.serve(contract.followPet, (ctx, { params }) => followPet(ctx, params.id))
  app.serve(contract.unfollowPet, (ctx, { params }) => unfollowPet(ctx, params.id))
  app.serve(contract.getFollowers, (ctx, { params, query }) => getFollowers(ctx, params.id, query))
  app.serve(contract.removeFollower, async (ctx, { params }) => {
    await removeFollower(ctx, params.id)
    return undefined
  })
  app.serve(contract.listFollowRequests, (ctx, { query }) => listFollowRequests(ctx, query))
  app.serve(contract.listSentFollowRequests, (ctx, { query }) => listSentFollowRequests(ctx, query))
  app.serve(contract.acceptFollowRequest, async (ctx, { params }) => {
    await acceptFollowRequest(ctx, params.id)
    return undefined
  })
  app.serve(contract.declineFollowRequest, async (ctx, { params }) => {
    await declineFollowRequest(ctx, params.id)
    return undefined
  })
  app.serve(contract.listCloseFriends, (ctx, { query }) => listCloseFriends(ctx, query))
  app.serve(contract.addCloseFriend, async (ctx, { params }) => {
    await addCloseFriend(ctx, params.id)
    return undefined
  })
  app.serve(contract.removeCloseFriend, async (ctx, { params }) => {
    await removeCloseFriend(ctx, params.id)
    return undefined
  })
  app.serve(contract.getFollowing, (ctx, { params, query }) => getFollowing(ctx, params.id, query))
}
