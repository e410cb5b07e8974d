import * as contract from '@pawtrait/contract/stories.ts'
import type { App } from '#platform/http/serve.ts'
import { addHighlight, removeHighlight } from './add-highlight.ts'
import { createStory } from './create-story.ts'
import { deleteStory } from './delete-story.ts'
import { markStorySeen } from './mark-story-seen.ts'
import { pawStory, unpawStory } from './paw-story.ts'
import { getSentReply, replyToStory } from './reply-to-story.ts'
import { getStory, getStoryRow, listHighlights, listStoryViewers, listUserStories } from './view.ts'

export function storyRoutes(app: App) {
  app.serve(contract.createStory, (ctx, { body }) => createStory(ctx, body), getStory)
  app.serve(contract.getStoryRow, (ctx) => getStoryRow(ctx))
  app.serve(contract.getUserStories, (ctx, { params }) => listUserStories(ctx, params.id))
  app.serve(contract.getStory, (ctx, { params }) => getStory(ctx, params.id))
  app.serve(contract.deleteStory, async (ctx, { params }) => {
    await deleteStory(ctx, params.id)
    return undefined
  })
  app.serve(contract.markStoryViewed, (ctx, { params }) => markStorySeen(ctx, params.id))
  app.serve(contract.getStoryViewers, (ctx, { params, query }) => listStoryViewers(ctx, params.id, query))
  app.serve(contract.pawStory, (ctx, { params }) => pawStory(ctx, params.id))
  app.serve(contract.unpawStory, (ctx, { params }) => unpawStory(ctx, params.id))
  app.serve(contract.replyToStory, (ctx, { params, body }) => replyToStory(ctx, params.id, body.text), getSentReply)
  app.serve(contract.addHighlight, (ctx, { params }) => addHighlight(ctx, params.id, params.petId))
  app.serve(contract.removeHighlight, (ctx, { params }) => removeHighlight(ctx, params.id, params.petId))
  app.serve(contract.getHighlights, (ctx, { params, query }) => listHighlights(ctx, params.id, query))
}
