import * as v from 'valibot'
import { defineEndpoint } from './endpoint.ts'
import { PetId, UserId } from './ids.ts'
import { Cursor, pageQuery, Time } from './lists.ts'
import { PetCard, Species, speciesNames } from './pets/pets.ts'
import { filterWordLimits, foldFilterWord, isOneWord, minFilterWordLength } from './text/filter-word.ts'
import { UserCard } from './users.ts'

/** Whether the viewer hides the posts of a user or a pet, and until when. `until: null` means no end date. */
export const HideState = v.object({ hiddenByMe: v.boolean(), until: v.nullable(Time) })
export type HideState = v.InferOutput<typeof HideState>

/** Days for which the posts remain hidden; null means no end date. */
export const HideDurationDays = v.nullable(v.picklist([1, 7, 30]))

const body = v.object({ days: HideDurationDays })
const user = { path: '/api/users/:id/hide', auth: 'user', params: { id: UserId }, output: HideState } as const
const pet = { path: '/api/pets/:id/hide', auth: 'user', params: { id: PetId }, output: HideState } as const

/**
 * Hides the posts of a user from the viewer's feed, Explore and search. The user is not informed. Follows remain, and
 * direct links to the posts still work. Hiding a user needs Premium, but showing the user again does not. A repeated
 * call changes the duration.
 */
export const hideUser = defineEndpoint({ method: 'PUT', summary: 'Hide the posts of a user', body, ...user })
export const unhideUser = defineEndpoint({ method: 'DELETE', summary: 'Show the posts of a user again', ...user })
export const hidePet = defineEndpoint({ method: 'PUT', summary: 'Hide the posts of a pet', body, ...pet })
export const unhidePet = defineEndpoint({ method: 'DELETE', summary: 'Show the posts of a pet again', ...pet })

export const HiddenItem = v.variant('type', [
  v.object({ type: v.literal('user'), user: UserCard, hiddenAt: Time, until: v.nullable(Time) }),
  v.object({ type: v.literal('pet'), pet: PetCard, hiddenAt: Time, until: v.nullable(Time) }),
])
export type HiddenItem = v.InferOutput<typeof HiddenItem>

/** Lists the users and pets that the viewer hides, most recently hidden first. Omits expired entries. */
export const listHiddenItems = defineEndpoint({
  method: 'GET',
  path: '/api/hides',
  auth: 'user',
  summary: 'List the users and pets that the viewer hides, most recently hidden first',
  query: pageQuery,
  output: v.object({ hidden: v.array(HiddenItem), cursor: v.nullable(Cursor) }),
})

export const BlockState = v.object({ blockedByMe: v.boolean() })
export type BlockState = v.InferOutput<typeof BlockState>
const block = { path: '/api/users/:id/block', auth: 'user', params: { id: UserId }, output: BlockState } as const

/**
 * A block hides both users from each other without a notification, and ends follows between them. Blocking does not
 * need Premium.
 */
export const blockUser = defineEndpoint({ method: 'PUT', summary: 'Block a user', ...block })
export const unblockUser = defineEndpoint({ method: 'DELETE', summary: 'Unblock a user', ...block })

/** A page of blocked users, most recently blocked first. */
export const BlockedUserPage = v.object({
  users: v.array(v.object({ ...UserCard.entries, blockedAt: Time })),
  cursor: v.nullable(Cursor),
})
export type BlockedUserPage = v.InferOutput<typeof BlockedUserPage>
export const listBlockedUsers = defineEndpoint({
  method: 'GET',
  path: '/api/blocks',
  auth: 'user',
  summary: 'List the users that the viewer blocks, most recently blocked first',
  query: pageQuery,
  output: BlockedUserPage,
})

/** Finds a blocked user by username, ignoring case. Returns 404 if the viewer has not blocked a user with that name. */
export const getBlockedUser = defineEndpoint({
  method: 'GET',
  path: '/api/blocks/:username',
  auth: 'user',
  summary: 'Get a user that the viewer blocks, by username',
  params: { username: v.string() },
  output: UserCard,
})

/** A word in a breed's name, or the first letters of such a word, normalised by `foldText`. */
const FilterWord = v.pipe(
  v.string(),
  v.maxLength(filterWordLimits.typed, 'A word has at most 30 letters.'),
  v.transform(foldFilterWord),
  v.check(isOneWord, 'One word at a time: letters and digits only.'),
  v.check((word) => word.length >= minFilterWordLength(word), 'A word needs at least three letters.'),
  v.maxLength(filterWordLimits.longest, 'A word has at most 30 letters.'),
)

/** Animals that the viewer does not want to see: species, and words in the names of breeds. */
export const SpeciesFilter = v.object({
  species: v.pipe(v.array(Species), v.maxLength(speciesNames.length)),
  words: v.pipe(v.array(FilterWord), v.maxLength(filterWordLimits.words, 'At most thirty words.')),
})
export type SpeciesFilter = v.InferOutput<typeof SpeciesFilter>

const filter = { path: '/api/species-filter', auth: 'user', output: SpeciesFilter } as const
export const getSpeciesFilter = defineEndpoint({
  method: 'GET',
  summary: 'Get the species and breeds that the viewer hides',
  ...filter,
})
/**
 * Replaces the species and breeds to hide. The viewer's own pets and posts are never hidden. Pages opened by a link are
 * not hidden either.
 */
export const setSpeciesFilter = defineEndpoint({
  method: 'PUT',
  summary: 'Replace the species and breeds that the viewer hides',
  body: SpeciesFilter,
  ...filter,
})

export const MuteState = v.object({ mutedByMe: v.boolean() })
export type MuteState = v.InferOutput<typeof MuteState>
const mute = { path: '/api/users/:id/mute', auth: 'user', params: { id: UserId }, output: MuteState } as const

export const getUserMute = defineEndpoint({ method: 'GET', summary: 'Check whether the viewer mutes a user', ...mute })
/** Stops notifications about the user, who is not informed. Their posts remain visible. */
export const muteUser = defineEndpoint({ method: 'PUT', summary: 'Mute a user', ...mute })
export const unmuteUser = defineEndpoint({ method: 'DELETE', summary: 'Unmute a user', ...mute })

/** A page of muted users, most recently muted first. */
export const MutedUserPage = v.object({
  users: v.array(v.object({ ...UserCard.entries, mutedAt: Time })),
  cursor: v.nullable(Cursor),
})
export type MutedUserPage = v.InferOutput<typeof MutedUserPage>
export const listMutedUsers = defineEndpoint({
  method: 'GET',
  path: '/api/mutes',
  auth: 'user',
  summary: 'List the users that the viewer mutes, most recently muted first',
  query: pageQuery,
  output: MutedUserPage,
})
