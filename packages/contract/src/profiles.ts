import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PetId, PhotoId } from './ids.ts'
import { SeenVersion, Time } from './lists.ts'
import { PetCard } from './pets/pets.ts'
import { NameText, Text } from './text/clean-text.ts'
import { UserWithCounts, Viewer } from './users.ts'

/** A user's profile as the viewer sees it. If `bio` is empty, screens show the full name instead. */
export const Profile = v.object({
  ...UserWithCounts.entries,
  bio: v.string(),
  isPrivate: v.boolean(),
  /** Whether the viewer may see the user's posts, stories and followed users. */
  isOpen: v.boolean(),
  pets: v.array(PetCard),
  followedByMe: v.boolean(),
  /** Whether the viewer has an open request to follow this private account. */
  requestedByMe: v.boolean(),
  followsMe: v.boolean(),
  me: v.boolean(),
  /** Time of the last edit. Null if never edited. Sent only to the profile's owner. */
  editedAt: v.optional(v.nullable(Time)),
})
export type Profile = v.InferOutput<typeof Profile>

export const getProfile = defineEndpoint({
  method: 'GET',
  path: '/api/users/by-username/:username',
  auth: 'anyone',
  summary: "Get a user's profile by username",
  params: { username: v.pipe(v.string(), v.maxLength(100)) },
  output: Profile,
})

/** Changes of a profile. Fields that are omitted stay unchanged. */
export const ProfileChange = v.partial(
  v.object({
    fullname: NameText(60, 'Type your name.'),
    bio: Text(300),
    timeZone: v.pipe(v.string(), v.maxLength(60)),
    seen: SeenVersion,
  }),
)
export type ProfileChange = v.InferInput<typeof ProfileChange>
export const editProfile = defineEndpoint({
  method: 'PATCH',
  path: '/api/profile',
  auth: 'user',
  summary: "Edit the viewer's name, bio or time zone",
  body: ProfileChange,
  output: v.object({ ...Viewer.entries, editedAt: v.nullable(Time) }),
})

const image = { path: '/api/profile/image', auth: 'user', output: Viewer } as const
export const setProfileImage = defineEndpoint({
  method: 'PUT',
  summary: "Set the viewer's picture to a photo, or to the portrait of a pet that the viewer cares for",
  body: v.union([v.object({ photo: PhotoId }), v.object({ pet: PetId })]),
  ...image,
})
export const removeProfileImage = defineEndpoint({
  method: 'DELETE',
  summary: "Remove the viewer's picture; screens then show initials",
  ...image,
})

export const Privacy = v.object({ isPrivate: v.boolean() })
export type Privacy = v.InferOutput<typeof Privacy>
const privacy = { path: '/api/profile/privacy', auth: 'user', output: Privacy } as const
export const getPrivacy = defineEndpoint({
  method: 'GET',
  summary: "Check whether the viewer's account is private",
  ...privacy,
})
/** Making the account public accepts all open follow requests. */
export const setPrivacy = defineEndpoint({
  method: 'PUT',
  summary: "Make the viewer's account private or public",
  body: Privacy,
  ...privacy,
})
