import type { Comment } from '@pawtrait/contract/comments.ts'
import type { FeedPost } from '@pawtrait/contract/feed.ts'
import type { CommentId, NotificationId, PetId, PhotoId, PostId, UserId } from '@pawtrait/contract/ids.ts'
import type { Notification } from '@pawtrait/contract/notifications.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { noPhotoEdit } from '@pawtrait/contract/photos/photo-edit.ts'
import type { OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { DraftPhoto } from '#features/posts/editor/draft-store.ts'

let lastId = 0

/** Returns a new id that is greater than all earlier ids, as on the server. */
export function anId<Id extends string>(): Id {
  lastId += 1
  return `01990000-0000-7000-8000-${String(lastId).padStart(12, '0')}` as Id
}

const card = (username: string) => ({ id: anId<UserId>(), username, fullname: `${username} Test`, image: null })

/** A signed-in user. */
export const aViewer = (): Viewer => ({
  ...card('amina'),
  counts: { followers: 0, following: 0, posts: 0 },
  email: 'amina@example.com',
  plan: 'free',
})

/** A photo without files and without a placeholder. The component `Photo` renders only its alternative text. */
export const aPhoto = (more: Partial<Post['photos'][0]> = {}): Post['photos'][0] => ({
  id: anId<PhotoId>(),
  state: 'ready',
  width: 800,
  height: 800,
  placeholder: '',
  src: '',
  widths: [],
  avifWidths: [],
  alt: 'A cat beside a vase',
  ...more,
})

/** A photo that loads without a server. Its `src` is a `data:` URL with one transparent pixel. */
export const aVisiblePhoto = (alt: string) =>
  aPhoto({ alt, src: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', widths: [320] })

/** A post of another user as the API returns it. */
export const aPost = (more: Partial<Post> = {}): Post => ({
  id: anId<PostId>(),
  author: { ...card('wanjiru'), followedByMe: false },
  photos: [aPhoto()],
  caption: 'The tulips lasted eleven minutes. #tulips',
  place: 'Westlands',
  pets: [],
  audience: 'everyone',
  replies: 'everyone',
  mayReply: true,
  likedByMe: false,
  savedByMe: false,
  likeCount: 4,
  commentCount: 0,
  postedAt: '2026-11-20T10:00:00.000Z',
  editedAt: null,
  archivedAt: null,
  pinned: false,
  isReady: true,
  ...more,
})

/** A post of another user as the feed returns it. It has no comments unless `comments` is given. */
export const aFeedPost = (more: Partial<FeedPost> = {}): FeedPost => ({ ...aPost(more), comments: more.comments ?? [] })

/** A comment under a post. */
export const aComment = (postId: PostId, more: Partial<Comment> = {}): Comment => ({
  id: anId<CommentId>(),
  postId,
  parentId: null,
  rootId: null,
  depth: 0,
  author: card('leila'),
  text: 'Longer than ours.',
  createdAt: '2026-11-20T11:00:00.000Z',
  editedAt: null,
  gone: null,
  replyCount: 0,
  likeCount: 0,
  likedByMe: false,
  isPinned: false,
  mine: false,
  deletableByMe: false,
  pinnableByMe: false,
  ...more,
})

/** A pet that the viewer cares for. */
export const aPet = (more: Partial<Pet> = {}): Pet => ({
  id: anId<PetId>(),
  slug: 'clover-k2m9',
  name: 'Clover',
  species: 'rabbit',
  breed: 'Holland lop',
  birthday: '2024-05-03',
  backdrop: 'plum',
  portrait: null,
  sex: 'female',
  gotchaDay: null,
  diedOn: null,
  today: '2026-11-21',
  bio: '',
  portraitPhoto: null,
  people: [],
  followedByMe: false,
  myRole: 'owner',
  counts: { followers: 0, posts: 0 },
  ...more,
})

/** The viewer's own profile. */
export const aProfile = (viewer: Viewer, more: Partial<Profile> = {}): Profile => {
  const { id, username, fullname, image, counts } = viewer
  const relation = { followedByMe: false, requestedByMe: false, followsMe: false, me: true }
  const profileFields = { bio: '', pets: [], isPrivate: false, isOpen: true, ...relation }
  return { id, username, fullname, image, counts, ...profileFields, ...more }
}

/** A photo in the post editor. By default its upload is complete. */
export function anEditorPhoto(more: Partial<DraftPhoto> = {}): DraftPhoto {
  const { alt: _, ...stored } = aPhoto()
  const photo: OwnPhoto = { ...stored, ...noPhotoEdit }
  const file = new File(['photo'], 'garden.jpg', { type: 'image/jpeg' })
  return {
    key: photo.id,
    file,
    preview: URL.createObjectURL(file),
    note: null,
    alt: '',
    shape: 'free',
    ...noPhotoEdit,
    progress: { step: 'accepted', photo },
    ...more,
  }
}

/** A notification that a user liked the viewer's post. */
export const aNotification = (more: Partial<Notification> = {}): Notification => ({
  id: anId<NotificationId>(),
  type: 'like',
  actors: [{ ...card('leila.h'), followedByMe: false }],
  actorCount: 1,
  post: { id: anId<PostId>(), mine: true, petName: 'Chapati', thumb: null, alt: 'Chapati on a rug' },
  comment: null,
  pet: null,
  inviteId: null,
  decisionId: null,
  asOwner: false,
  story: null,
  storyReply: null,
  updatedAt: '2026-11-20T10:00:00.000Z',
  unread: true,
  ...more,
})
