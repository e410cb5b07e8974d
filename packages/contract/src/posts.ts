import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { DraftId, PetId, PhotoId, PostId, UserId } from './ids.ts'
import { Count, Cursor, page, Time } from './lists.ts'
import { PetCard } from './pets/pets.ts'
import { Photo, PhotoChange } from './photos/photos.ts'
import { RealNames } from './real-names.ts'
import { longest, Text } from './text.ts'
import { UserCard } from './users.ts'

export const audiences = ['everyone', 'followers', 'close-friends'] as const
export const Audience = v.picklist(audiences)
export type Audience = v.InferOutput<typeof Audience>

/** Who may comment on a post, among those who see it. */
export const replyControls = ['everyone', 'followers', 'nobody'] as const
export const ReplyControl = v.picklist(replyControls)
export type ReplyControl = v.InferOutput<typeof ReplyControl>

/** A photo in a post, with the words for those who cannot see it. */
export const PostPhoto = v.object({ ...Photo.entries, alt: v.string() })
export type PostPhoto = v.InferOutput<typeof PostPhoto>

/** A pet in a post. */
const PostPet = v.object({
  ...PetCard.entries,
  /** The day on which the post was posted where the pet lives, `YYYY-MM-DD`. */
  postedOn: v.optional(v.string()),
})

/** A post as the viewer sees it. */
export const Post = v.object({
  id: PostId,
  author: v.object({ ...UserCard.entries, followedByMe: v.boolean() }),
  /** 1 to 10, in the author's order. */
  photos: v.array(PostPhoto),
  caption: v.string(),
  names: RealNames,
  place: v.string(),
  pets: v.array(PostPet),
  audience: Audience,
  replies: ReplyControl,
  /** The viewer may comment. */
  mayReply: v.boolean(),
  likedByMe: v.boolean(),
  savedByMe: v.boolean(),
  likeCount: Count,
  commentCount: Count,
  postedAt: Time,
  editedAt: v.nullable(Time),
  /** Since when it is archived; then only its author sees it. */
  archivedAt: v.nullable(Time),
  /** First on its author's profile. */
  pinned: v.boolean(),
  /** False while photos are processed: only its author sees it. */
  isReady: v.boolean(),
})
export type Post = v.InferOutput<typeof Post>

const Caption = Text(longest.caption)
const Alt = Text(longest.alt)
const Place = Text(longest.place)
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
  /** The draft it was written as: it goes with the post's arrival. */
  draft: v.optional(DraftId),
})
export type NewPost = v.InferInput<typeof NewPost>

/** What is left out stays. */
export const PostChange = v.partial(
  v.object({
    caption: Caption,
    place: Place,
    pets: Pets,
    audience: Audience,
    replies: ReplyControl,
    /**
     * All photos of the post in their order: one that is missing is deleted for good, a new one is put in. What is left
     * out of one stays as it is.
     */
    photos: Photos({ alt: v.optional(Alt), cut: v.optional(PhotoChange) }),
    /** `editedAt` as the caller read it: when the post was changed since, nothing is, and the answer is `conflict`. */
    seen: v.nullable(Time),
  }),
)
export type PostChange = v.InferInput<typeof PostChange>

/** A post as it was written at some time. A photo that is not in the post any more is gone for good. */
export const PostWords = v.object({
  caption: v.string(),
  place: v.string(),
  audience: Audience,
  replies: ReplyControl,
  pets: v.array(PetId),
  photos: v.array(v.object({ ...PhotoChange.entries, id: PhotoId, alt: v.string() })),
})
export type PostWords = v.InferOutput<typeof PostWords>

/** One edit: when, and the words before and after it. */
export const PostEdit = v.object({ at: Time, before: PostWords, after: PostWords })
export type PostEdit = v.InferOutput<typeof PostEdit>

/** A page of posts, newest first. */
export const PostPage = v.object({ posts: v.array(Post), cursor: v.nullable(Cursor) })
export type PostPage = v.InferOutput<typeof PostPage>

const one = { path: '/api/posts/:id', params: { id: PostId } } as const

export const createPost = endpoint({
  method: 'POST',
  path: '/api/posts',
  auth: 'user',
  summary: 'Post one to ten photos',
  body: NewPost,
  output: Post,
  status: 201,
  idempotencyKey: true,
})
export const getPost = endpoint({ method: 'GET', auth: 'anyone', summary: 'One post', output: Post, ...one })
export const editPost = endpoint({
  method: 'PATCH',
  auth: 'user',
  summary: 'Change photos, words, pets, place, audience or replies of my post',
  body: PostChange,
  output: Post,
  ...one,
})
export const deletePost = endpoint({
  method: 'DELETE',
  auth: 'user',
  summary: 'Delete my post and its photos',
  ...one,
})

export const getPostEdits = endpoint({
  method: 'GET',
  path: '/api/posts/:id/edits',
  auth: 'user',
  summary: 'How my post was changed, last edit first',
  params: { id: PostId },
  query: page,
  output: v.object({
    edits: v.array(PostEdit),
    /** Those of the pets named in them that are there. */
    pets: v.array(PetCard),
    cursor: v.nullable(Cursor),
  }),
})

/** Whether a post is archived; only its author asks. */
export const ArchiveState = v.object({ postId: PostId, archivedAt: v.nullable(Time) })
const archive = {
  path: '/api/posts/:id/archive',
  auth: 'user',
  params: { id: PostId },
  output: ArchiveState,
} as const

/** Off every list and count, and nobody else opens it; likes and comments wait with it. */
export const archivePost = endpoint({ method: 'PUT', summary: 'Archive my post', ...archive })
export const unarchivePost = endpoint({ method: 'DELETE', summary: 'Show an archived post of mine again', ...archive })
export const getArchive = endpoint({
  method: 'GET',
  path: '/api/archive',
  auth: 'user',
  summary: 'Posts I archived, last first',
  query: page,
  output: PostPage,
})

/** Whether a post is first on its author's profile. */
export const PinState = v.object({ postId: PostId, pinned: v.boolean() })
const pin = { path: '/api/posts/:id/pin', auth: 'user', params: { id: PostId }, output: PinState } as const

/** One post is pinned at a time; archived or deleted it is not any more, and what is archived is a `conflict`. */
export const pinPost = endpoint({ method: 'PUT', summary: 'Pin my post to the top of my profile', ...pin })
export const unpinPost = endpoint({ method: 'DELETE', summary: 'Unpin my post', ...pin })

export const getUserPosts = endpoint({
  method: 'GET',
  path: '/api/users/:id/posts',
  auth: 'anyone',
  summary: "A user's posts, newest first; on the first page the pinned one before them, beside `limit`",
  params: { id: UserId },
  query: page,
  output: PostPage,
})
export const getPetPosts = endpoint({
  method: 'GET',
  path: '/api/pets/:id/posts',
  auth: 'anyone',
  summary: 'Posts that show a pet, newest first',
  params: { id: PetId },
  query: page,
  output: PostPage,
})
export const getTagPosts = endpoint({
  method: 'GET',
  path: '/api/tags/:tag/posts',
  auth: 'anyone',
  summary: 'Posts with a hashtag, newest first',
  params: { tag: v.pipe(v.string(), v.maxLength(100)) },
  query: page,
  output: PostPage,
})
