import * as archives from '@pawtrait/contract/archives.ts'
import * as days from '@pawtrait/contract/pets/pet-days.ts'
import * as contract from '@pawtrait/contract/posts.ts'
import type { App } from '#platform/http/serve.ts'
import { archivePost, unarchivePost } from './archive-post.ts'
import { createPost } from './create-post.ts'
import { deletePost } from './delete-post.ts'
import { editPost } from './edit-post.ts'
import { checkImportedPosts, importPost } from './import-post.ts'
import { getOwnMemories, getPetMemories } from './memories.ts'
import { pinPost, unpinPost } from './pin-post.ts'
import { getPost, getPostUncached } from './read-posts.ts'
import { listArchivedPosts, listPetPosts, listPostEdits, listTagPosts, listUserPosts } from './view.ts'

export function postRoutes(app: App) {
  app.serve(contract.createPost, (ctx, { body }) => createPost(ctx, body), getPostUncached)
  app.serve(archives.importPost, (ctx, { body }) => importPost(ctx, body))
  app.serve(archives.findImportedPosts, (ctx, { body }) => checkImportedPosts(ctx, body))
  app.serve(contract.getPost, (ctx, { params }) => getPost(ctx, params.id))
  app.serve(contract.editPost, (ctx, { params, body }) => editPost(ctx, params.id, body))
  app.serve(contract.deletePost, async (ctx, { params }) => {
    await deletePost(ctx, params.id)
    return undefined
  })
  app.serve(contract.getPostEdits, (ctx, { params, query }) => listPostEdits(ctx, params.id, query))
  app.serve(contract.archivePost, (ctx, { params }) => archivePost(ctx, params.id))
  app.serve(contract.unarchivePost, (ctx, { params }) => unarchivePost(ctx, params.id))
  app.serve(contract.pinPost, (ctx, { params }) => pinPost(ctx, params.id))
  app.serve(contract.unpinPost, (ctx, { params }) => unpinPost(ctx, params.id))
  app.serve(contract.getArchivedPosts, (ctx, { query }) => listArchivedPosts(ctx, query))
  app.serve(contract.getUserPosts, (ctx, { params, query }) => listUserPosts(ctx, params.id, query))
  app.serve(contract.getPetPosts, (ctx, { params, query }) => listPetPosts(ctx, params.id, query))
  app.serve(days.getPetPostsOnThisDay, (ctx, { params }) => getPetMemories(ctx, params.id))
  app.serve(days.getPostsOnThisDay, (ctx) => getOwnMemories(ctx))
  app.serve(contract.getTagPosts, (ctx, { params, query }) => listTagPosts(ctx, params.tag, query))
}
