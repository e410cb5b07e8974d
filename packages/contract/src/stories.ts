import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PetId, PhotoId, StoryId, StoryReplyId, UserId } from './ids.ts'
import { Count, Cursor, pageQuery, Time } from './lists.ts'
import { PetCard } from './pets/pets.ts'
import { Audience, PostPhoto } from './posts.ts'
import {
  maxPhotoOffset,
  storyPhotoWidthLimits,
  storyTextColours,
  storyTextSizeLimits,
  storyTypefaces,
} from './story-stage.ts'
import { Text, textLimits } from './text/clean-text.ts'
import { UserCard } from './users.ts'

/** Lifetime of a story: exactly 24 hours. */
export const storyLifetimeHours = 24
/** Maximum number of active stories per user. */
export const maxActiveStories = 30
/** Maximum number of stories kept as highlights on a pet's page. */
export const maxHighlights = 100
/** Maximum lengths of a story's texts, in graphemes. */
export const storyTextLimits = { caption: 120, reply: 500 } as const

const Between = (least: number, most: number) => v.pipe(v.number(), v.minValue(least), v.maxValue(most))
const onStage = { x: Between(0, 1), y: Between(0, 1) }
const nearStage = Between(-maxPhotoOffset, maxPhotoOffset)

/** Schema of the type `StoryComposition` in `story-stage.ts`. Drops unknown fields. */
export const StoryComposition = v.object({
  text: v.nullable(
    v.object({
      ...onStage,
      ink: v.picklist(storyTextColours),
      face: v.picklist(storyTypefaces),
      size: Between(storyTextSizeLimits.least, storyTextSizeLimits.most),
    }),
  ),
  photo: v.object({
    x: nearStage,
    y: nearStage,
    width: Between(storyPhotoWidthLimits.least, storyPhotoWidthLimits.most),
  }),
  plate: v.nullable(v.object({ ...onStage, pet: PetId })),
})

/** Data of a story that only its author can see. */
export const OwnStory = v.object({
  viewCount: Count,
  pawCount: Count,
  replyCount: Count,
  /** The pets that have this story as a highlight. */
  keptOn: v.array(PetId),
})
export type OwnStory = v.InferOutput<typeof OwnStory>

/** A story as the viewer sees it: a photo that is shown for 24 hours. */
export const Story = v.object({
  id: StoryId,
  author: UserCard,
  photo: PostPhoto,
  /** Text of the story. If it is drawn on the photo, `composition.text` is its layout. */
  caption: v.string(),
  /** Layout of the story. Null means that the caption is below the photo. */
  composition: v.nullable(StoryComposition),
  pets: v.array(PetCard),
  audience: Audience,
  allowsReplies: v.boolean(),
  postedAt: Time,
  /** When the story disappears for its viewers. If it is a highlight, the pet's page still shows it. */
  expiresAt: Time,
  /** Whether the viewer has seen the story. Always true for the viewer's own stories. */
  seenByMe: v.boolean(),
  pawedByMe: v.boolean(),
  /** False while the photo is processed. Until then only the author sees the story. */
  isReady: v.boolean(),
  /** Data for the author only. Null for other viewers. */
  own: v.nullable(OwnStory),
})
export type Story = v.InferOutput<typeof Story>

export const NewStory = v.object({
  photo: PhotoId,
  caption: v.optional(Text(storyTextLimits.caption), ''),
  alt: v.optional(Text(textLimits.alt), ''),
  composition: v.optional(v.nullable(StoryComposition), null),
  pets: v.optional(v.pipe(v.array(PetId), v.maxLength(20, 'At most 20 pets.')), []),
  audience: v.optional(Audience, 'everyone'),
  allowsReplies: v.optional(v.boolean(), true),
})
export type NewStory = v.InferInput<typeof NewStory>

/** An author in the story row, with those active stories that the viewer may see. */
export const StoryRing = v.object({
  author: UserCard,
  /** The first pet of the newest story. If null, the ring shows the picture of the author. */
  pet: v.nullable(PetCard),
  count: Count,
  unseen: v.boolean(),
  newestAt: Time,
  /** The story to open: the first unseen story, or the first story if all are seen. */
  startId: StoryId,
})
export type StoryRing = v.InferOutput<typeof StoryRing>

/**
 * `own` is the ring of the viewer, or null if the viewer has no active story. `rings` has at most 50 authors. Authors
 * with unseen stories come first, and in each group the author with the newest story.
 */
export const StoryRow = v.object({ own: v.nullable(StoryRing), rings: v.array(StoryRing) })
export type StoryRow = v.InferOutput<typeof StoryRow>

/** Active stories of one user, oldest first. Omits stories that the viewer hides or filters. */
export const StoryList = v.object({ stories: v.array(Story) })
export type StoryList = v.InferOutput<typeof StoryList>

export const StoryReply = v.object({ id: StoryReplyId, text: v.string(), createdAt: Time })
export type StoryReply = v.InferOutput<typeof StoryReply>

/** A view of a story: the user who saw it, and that user's newest ten replies, oldest first. */
export const StoryView = v.object({
  ...UserCard.entries,
  viewedAt: Time,
  pawed: v.boolean(),
  replies: v.array(StoryReply),
})
export type StoryView = v.InferOutput<typeof StoryView>

export const StoryViewPage = v.object({
  viewers: v.array(StoryView),
  cursor: v.nullable(Cursor),
  viewCount: Count,
  pawCount: Count,
  replyCount: Count,
})
export type StoryViewPage = v.InferOutput<typeof StoryViewPage>

export const StoryState = v.object({ storyId: StoryId, seenByMe: v.boolean(), pawedByMe: v.boolean() })
export type StoryState = v.InferOutput<typeof StoryState>

export const HighlightState = v.object({ storyId: StoryId, petId: PetId, kept: v.boolean() })
export type HighlightState = v.InferOutput<typeof HighlightState>

/** Highlights of a pet, most recently kept first. */
export const HighlightPage = v.object({ stories: v.array(Story), cursor: v.nullable(Cursor) })
export type HighlightPage = v.InferOutput<typeof HighlightPage>

const oneStory = { path: '/api/stories/:id', params: { id: StoryId } } as const
const paw = { ...oneStory, path: '/api/stories/:id/paw', auth: 'user', output: StoryState } as const
const highlight = {
  path: '/api/stories/:id/highlights/:petId',
  auth: 'user',
  params: { id: StoryId, petId: PetId },
  output: HighlightState,
} as const

export const createStory = defineEndpoint({
  method: 'POST',
  path: '/api/stories',
  auth: 'user',
  summary: 'Create a story for 24 hours',
  body: NewStory,
  output: Story,
  status: 201,
  idempotencyKey: true,
})
export const getStoryRow = defineEndpoint({
  method: 'GET',
  path: '/api/stories',
  auth: 'user',
  summary: "Get the viewer's story row: authors with active stories, unseen first",
  output: StoryRow,
})
export const getUserStories = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/stories',
  auth: 'anyone',
  summary: "List a user's active stories, oldest first",
  params: { id: UserId },
  output: StoryList,
})
export const getStory = defineEndpoint({
  method: 'GET',
  auth: 'anyone',
  summary: 'Get a story',
  output: Story,
  ...oneStory,
})
export const deleteStory = defineEndpoint({
  method: 'DELETE',
  auth: 'user',
  summary: "Delete the viewer's story and its photo",
  ...oneStory,
})
export const markStoryViewed = defineEndpoint({
  ...oneStory,
  method: 'PUT',
  path: '/api/stories/:id/view',
  auth: 'user',
  summary: 'Mark a story as seen; its author then sees the viewer in the list of users who saw it',
  output: StoryState,
})
export const getStoryViewers = defineEndpoint({
  ...oneStory,
  method: 'GET',
  path: '/api/stories/:id/viewers',
  auth: 'user',
  summary: "List the users who saw the viewer's story, latest first",
  query: pageQuery,
  output: StoryViewPage,
})
export const pawStory = defineEndpoint({ method: 'PUT', summary: 'Send a paw to a story', ...paw })
export const unpawStory = defineEndpoint({ method: 'DELETE', summary: "Remove the viewer's paw from a story", ...paw })
export const replyToStory = defineEndpoint({
  ...oneStory,
  method: 'POST',
  path: '/api/stories/:id/replies',
  auth: 'user',
  summary: 'Reply to a story; only its author can read the reply',
  body: v.object({ text: v.pipe(Text(storyTextLimits.reply), v.minLength(1, 'Write something first.')) }),
  output: StoryReply,
  status: 201,
  idempotencyKey: true,
})
export const addHighlight = defineEndpoint({
  method: 'PUT',
  summary: "Add the viewer's story to a pet's highlights; for the pet's owners, family and carers",
  ...highlight,
})
export const removeHighlight = defineEndpoint({
  method: 'DELETE',
  summary: "Remove a story from a pet's highlights: the viewer's own, or any as the pet's owner, family or carer",
  ...highlight,
})
export const getHighlights = defineEndpoint({
  method: 'GET',
  path: '/api/pets/:id/highlights',
  auth: 'anyone',
  summary: "List a pet's highlights, last added first",
  params: { id: PetId },
  query: pageQuery,
  output: HighlightPage,
})
