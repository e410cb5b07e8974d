import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { PetId } from '../ids.ts'
import { Count } from '../lists.ts'
import { Post } from '../posts.ts'
import { PetCard } from './pets.ts'

export const Memory = v.object({ yearsAgo: v.pipe(v.number(), v.integer(), v.minValue(1)), post: Post })
export type Memory = v.InferOutput<typeof Memory>

const Memories = v.object({ memories: v.array(Memory) })

/**
 * Returns at most 12 posts of this day in earlier years, last year first. Days are in the pet's time zone. Outside leap
 * years, 28 February includes posts of 29 February.
 */
export const getPetPostsOnThisDay = defineEndpoint({
  method: 'GET',
  path: '/api/pets/:id/on-this-day',
  auth: 'anyone',
  summary: "List a pet's posts from this day in earlier years, last year first; at most 12",
  params: { id: PetId },
  output: Memories,
})
/** Returns at most 6 posts of this day in earlier years, last year first. Omits posts of pets that have died. */
export const getPostsOnThisDay = defineEndpoint({
  method: 'GET',
  path: '/api/on-this-day',
  auth: 'user',
  summary: 'List posts of pets that the viewer cares for, from this day in earlier years; at most 6',
  output: Memories,
})

export const Birthday = v.object({
  pet: PetCard,
  /** Date of the birthday in the pet's time zone, `YYYY-MM-DD`. */
  day: v.string(),
  years: Count,
  /** Usernames of the people who care for the pet, at most 3. */
  people: v.array(v.string()),
  paws: Count,
  pawedByMe: v.boolean(),
  /** At most 4 posts from different years of the pet's life, oldest first. `age` is 0 before the first birthday. */
  ages: v.array(v.object({ age: Count, post: Post })),
})
export type Birthday = v.InferOutput<typeof Birthday>

/** Returns at most 3 pets, sorted by number of followers, highest first. */
export const getBirthdays = defineEndpoint({
  method: 'GET',
  path: '/api/birthdays',
  auth: 'user',
  summary: 'List the followed pets that have their birthday today, most followers first; at most 3',
  output: v.object({ birthdays: v.array(Birthday) }),
})

export const PawState = v.object({ paws: Count, pawedByMe: v.boolean() })
const paw = { path: '/api/pets/:id/birthday-paw', auth: 'user', params: { id: PetId }, output: PawState } as const
/** Sends the pet a paw, which is a birthday greeting. Idempotent. Possible only on the birthday. */
export const sendBirthdayPaw = defineEndpoint({ method: 'PUT', summary: "Send a paw on a pet's birthday", ...paw })
export const removeBirthdayPaw = defineEndpoint({
  method: 'DELETE',
  summary: "Remove the viewer's paw from a pet's birthday",
  ...paw,
})
