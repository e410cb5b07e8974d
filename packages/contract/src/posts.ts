import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { DraftId, PetId, PhotoId, PostId, UserId } from './ids.ts'
import { Count, Cursor, pageQuery, SeenVersion, Time } from './lists.ts'
import { MentionedUsernames } from './mentioned-usernames.ts'
import { PetCard } from './pets/pets.ts'
import { Photo, PhotoChange } from './photos/photos.ts'
import { Text, textLimits } from './text/clean-text.ts'
import { UserCard } from './users.ts'

export const audiences = ['everyone', 'followers', 'close-friends'] as const
export const Audience = v.picklist(audiences)
export type Audience = v.InferOutput<typeof Audience>

/** Users who may comment on a post. They must also be able to see the post. */
export const replyControls = ['everyone', 'followers', 'nobody'] as const
export const ReplyControl = v.picklist(replyControls)
export type ReplyControl = v.InferOutput<typeof ReplyControl>

export const PostPhoto = v.object({ ...Photo.entries, alt: v.string() })
export type PostPhoto = v.InferOutput<typeof PostPhoto>

const PostPet = v.object({
  ...PetCard.entries,
  /** The date on which the post was posted, `YYYY-MM-DD` in the pet's time zone. */
  postedOn: v.optional(v.string()),
})

/** A post as the viewer sees it. */
export const Post = v.object({
  id: PostId,
  author: v.object({ ...UserCard.entries, followedByMe: v.boolean() }),
  /** 1 to 10 photos, in the order that the author chose. */
  photos: v.array(PostPhoto),
  caption: v.string(),
  names: MentionedUsernames,
  place: v.string(),
  pets: v.array(PostPet),
  audience: Audience,
  replies: ReplyControl,
  mayReply: v.boolean(),
  likedByMe: v.boolean(),
  savedByMe: v.boolean(),
  likeCount: Count,
  commentCount: Count,
  postedAt: Time,
  editedAt: v.nullable(Time),
  /** Time of archiving. Only the author can see an archived post. */
  archivedAt: v.nullable(Time),
  /** Whether the author has pinned the post to the top of their profile. */
  pinned: v.boolean(),
  /** False while the photos are processed. Until then only the author sees the post. */
  isReady: v.boolean(),
})
export type Post = v.InferOutput<typeof Post>

const Caption = Text(textLimits.caption)
const Alt = Text(textLimits.alt)
const Place = Text(textLimits.place)
const Pets = v.pipe(v.array(PetId), v.maxLength(20, 'At most 20 pets.'))

const Photos = <Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    v.array(v.object({ id: PhotoId, ...entries })),
    v.minLength(1, 'A post needs a photo.'),
    v.maxLength(10, 'At most ten photos.'),
  )

export const NewPost = v.object({
  photos: Photos({ alt: v.optional(Alt, '') }),
  caption: v.optional(Caption, ''),
  pets: v.optional(Pets, []),
  place: v.optional(Place, ''),
  audience: v.optional(Audience, 'everyone'),
  replies: v.optional(ReplyControl, 'everyone'),
  /** Id of the draft for this post. Creating the post deletes the draft. */
  draft: v.optional(DraftId),
})
export type NewPost = v.InferInput<typeof NewPost>

/** Changes of a post. Fields that are omitted stay unchanged. */
export const PostChange = v.partial(
  v.object({
    caption: Caption,
    place: Place,
    pets: Pets,
    audience: Audience,
    replies: ReplyControl,
    /**
     * The complete list of the post's photos, in order. Photos that are not in the list are deleted permanently. New
     * photos are added. Fields omitted from a photo stay unchanged.
     */
    photos: Photos({ alt: v.optional(Alt), cut: v.optional(PhotoChange) }),
    seen: SeenVersion,
  }),
)
export type PostChange = v.InferInput<typeof PostChange>

/** A version of a post, before or after an edit. Omits photos that were later removed from the post. */
export const PostVersion = v.object({
  caption: v.string(),
  place: v.string(),
  audience: Audience,
  replies: ReplyControl,
  pets: v.array(PetId),
  photos: v.array(v.object({ ...PhotoChange.entries, id: PhotoId, alt: v.string() })),
})
export type PostVersion = v.InferOutput<typeof PostVersion>

export const PostEdit = v.object({ at: Time, before: PostVersion, after: PostVersion })
export type PostEdit = v.InferOutput<typeof PostEdit>

export const PostPage = v.object({ posts: v.array(Post), cursor: v.nullable(Cursor) })
export type PostPage = v.InferOutput<typeof PostPage>

const onePost = { path: '/api/posts/:id', params: { id: PostId } } as const

export const createPost = defineEndpoint({
  method: 'POST',
  path: '/api/posts',
  auth: 'user',
  summary: 'Create a post with one to ten photos',
  body: NewPost,
  output: Post,
  status: 201,
  idempotencyKey: true,
})
export const getPost = defineEndpoint({
  method: 'GET',
  auth: 'anyone',
  summary: 'Get a post',
  output: Post,
  ...onePost,
})
export const editPost = defineEndpoint({
  method: 'PATCH',
  auth: 'user',
  summary: "Edit photos, texts, pets, place, audience or replies of the viewer's post",
  body: PostChange,
  output: Post,
  ...onePost,
})
export const deletePost = defineEndpoint({
  method: 'DELETE',
  auth: 'user',
  summary: "Delete the viewer's post and its photos",
  ...onePost,
})

export const getPostEdits = defineEndpoint({
  method: 'GET',
  path: '/api/posts/:id/edits',
  auth: 'user',
  summary: "List the edits of the viewer's post, newest first",
  params: { id: PostId },
  query: pageQuery,
  output: v.object({
    edits: v.array(PostEdit),
    /** Pets in these versions of the post. Omits deleted pets. */
    pets: v.array(PetCard),
    cursor: v.nullable(Cursor),
  }),
})

export const ArchiveState = v.object({ postId: PostId, archivedAt: v.nullable(Time) })
const archive = {
  path: '/api/posts/:id/archive',
  auth: 'user',
  params: { id: PostId },
  output: ArchiveState,
} as const

/**
 * Hides a post from all lists, all counts and all users except its author. Likes and comments are kept until the post
 * is shown again.
 */
export const archivePost = defineEndpoint({ method: 'PUT', summary: "Archive the viewer's post", ...archive })
export const unarchivePost = defineEndpoint({
  method: 'DELETE',
  summary: "Unarchive the viewer's post",
  ...archive,
})
export const getArchivedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/archive',
  auth: 'user',
  summary: "List the viewer's archived posts, last archived first",
  query: pageQuery,
  output: PostPage,
})

/** Whether a post is pinned to its author's profile. */
export const PinState = v.object({ postId: PostId, pinned: v.boolean() })
const pin = { path: '/api/posts/:id/pin', auth: 'user', params: { id: PostId }, output: PinState } as const

/** Replaces the pinned post. Archiving or deleting a post unpins it. Returns `conflict` for an archived post. */
export const pinPost = defineEndpoint({
  method: 'PUT',
  summary: "Pin the viewer's post to the top of the profile",
  ...pin,
})
export const unpinPost = defineEndpoint({ method: 'DELETE', summary: "Unpin the viewer's post", ...pin })

export const getUserPosts = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/posts',
  auth: 'anyone',
  summary: "List a user's posts, newest first; page one starts with the pinned post, in addition to `limit`",
  params: { id: UserId },
  query: pageQuery,
  output: PostPage,
})
export const getPetPosts = defineEndpoint({
  method: 'GET',
  path: '/api/pets/:id/posts',
  auth: 'anyone',
  summary: 'List the posts that show a pet, newest first',
  params: { id: PetId },
  query: pageQuery,
  output: PostPage,
})
export const getTagPosts = defineEndpoint({
  method: 'GET',
  path: '/api/tags/:tag/posts',
  auth: 'anyone',
  summary: 'List the posts with a hashtag, newest first',
  params: { tag: v.pipe(v.string(), v.maxLength(100)) },
  query: pageQuery,
  output: PostPage,
})
