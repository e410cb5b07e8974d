import * as v from 'valibot'
import { defineEndpoint } from '../endpoint.ts'
import { PetId, PhotoId, UserId } from '../ids.ts'
import { Count, SeenVersion, Time } from '../lists.ts'
import { Photo } from '../photos/photos.ts'
import { SingleLineText, Text } from '../text/clean-text.ts'
import { UserCard } from '../users.ts'

export const speciesNames = [
  'dog',
  'cat',
  'rabbit',
  'bird',
  'small-and-furry',
  'reptile',
  'fish',
  'horse',
  'other',
] as const
export const Species = v.picklist(speciesNames)
export type Species = v.InferOutput<typeof Species>

/** Name of each species in the path of its page, such as `/explore/dogs`. */
export const speciesSlugs = {
  dog: 'dogs',
  cat: 'cats',
  rabbit: 'rabbits',
  bird: 'birds',
  'small-and-furry': 'small-and-furry',
  reptile: 'reptiles',
  fish: 'fish',
  horse: 'horses',
  other: 'other-animals',
} as const satisfies Record<Species, string>

export const backdropNames = ['marigold', 'moss', 'lagoon', 'dusk', 'plum', 'rosehip', 'clay', 'fog'] as const
export const Backdrop = v.picklist(backdropNames)
export type Backdrop = v.InferOutput<typeof Backdrop>

/** Short form of a pet, for portraits, name plates, lists and search results. */
export const PetCard = v.object({
  id: PetId,
  slug: v.string(),
  name: v.string(),
  species: Species,
  breed: v.string(),
  /** Birthday, `YYYY-MM-DD`. Null if unknown. Also null in the card of a pet that has died, so that no age is shown. */
  birthday: v.nullable(v.string()),
  backdrop: Backdrop,
  /** URL of the portrait. Without one, screens show a drawing of the species. */
  portrait: v.nullable(v.string()),
  /**
   * Offset of the pet's time zone from UTC, in minutes. It is needed to compute the pet's age. Undefined where no age
   * is shown.
   */
  utcOffset: v.optional(v.pipe(v.number(), v.integer())),
})
export type PetCard = v.InferOutput<typeof PetCard>

/** Roles of the people who care for a pet. The first role has the most rights. */
export const petRoles = ['owner', 'family', 'carer', 'sitter'] as const
export const PetRole = v.picklist(petRoles)
export type PetRole = v.InferOutput<typeof PetRole>

export const PetPerson = v.object({ ...UserCard.entries, role: PetRole })

export const Pet = v.object({
  ...PetCard.entries,
  sex: v.picklist(['female', 'male', 'unknown']),
  gotchaDay: v.nullable(v.string()),
  /** The day on which the pet died. Null if the pet is alive. A pet that has died has a memorial page. */
  diedOn: v.nullable(v.string()),
  /** Today's date, `YYYY-MM-DD`, in the time zone of the pet's first owner. */
  today: v.string(),
  bio: v.string(),
  portraitPhoto: v.nullable(Photo),
  people: v.array(PetPerson),
  followedByMe: v.boolean(),
  /** The viewer's role, or null. `hasPermission` returns whether a role may perform an action. */
  myRole: v.nullable(PetRole),
  /**
   * Last day on which the viewer was a sitter of the pet, `YYYY-MM-DD` in its time zone. Undefined for current sitters
   * and other viewers.
   */
  satUntil: v.optional(v.string()),
  counts: v.object({ followers: Count, posts: Count }),
  /** Time of the last edit. Null if never edited. Sent only to the people who care for the pet. */
  editedAt: v.optional(v.nullable(Time)),
})
export type Pet = v.InferOutput<typeof Pet>

/** Whether the date exists. For example, 2026-02-30 does not. */
const exists = (day: string) => new Date(`${day}T00:00:00Z`).toJSON()?.slice(0, 10) === day

/** A calendar date, `YYYY-MM-DD`, or null. */
export const CalendarDate = v.nullable(
  v.pipe(
    v.string(),
    v.isoDate('Write it as YYYY-MM-DD.'),
    v.check(exists, 'There is no such day.'),
    v.check((day) => day >= '1900', 'That is too long ago.'),
  ),
)

const petFields = {
  name: SingleLineText(60, 'Type a name.'),
  species: Species,
  breed: Text(60),
  sex: v.picklist(['female', 'male', 'unknown']),
  birthday: CalendarDate,
  gotchaDay: CalendarDate,
  backdrop: Backdrop,
  bio: Text(300),
}

/** Fields of a new pet. Only the name, species and backdrop are required. */
export const NewPet = v.object({
  ...petFields,
  breed: v.optional(petFields.breed, ''),
  sex: v.optional(petFields.sex, 'unknown'),
  birthday: v.optional(CalendarDate, null),
  gotchaDay: v.optional(CalendarDate, null),
  bio: v.optional(petFields.bio, ''),
})
export type NewPet = v.InferInput<typeof NewPet>
/** Changes of a pet. Fields that are omitted stay unchanged. */
export const PetChange = v.partial(v.object({ ...petFields, seen: SeenVersion }))
export type PetChange = v.InferInput<typeof PetChange>

const onePet = { path: '/api/pets/:id', params: { id: PetId } } as const

export const createPet = defineEndpoint({
  method: 'POST',
  path: '/api/pets',
  auth: 'user',
  summary: 'Create a pet',
  body: NewPet,
  output: Pet,
  status: 201,
  idempotencyKey: true,
})
export const getPet = defineEndpoint({ method: 'GET', auth: 'anyone', summary: 'Get a pet', output: Pet, ...onePet })
export const getPetBySlug = defineEndpoint({
  method: 'GET',
  path: '/api/pets/by-slug/:slug',
  auth: 'anyone',
  summary: 'Get a pet by its slug',
  params: { slug: v.pipe(v.string(), v.maxLength(100)) },
  output: Pet,
})
export const editPet = defineEndpoint({
  method: 'PATCH',
  auth: 'user',
  summary: 'Edit a pet; only for its owners and family',
  body: PetChange,
  output: Pet,
  ...onePet,
})
export const deletePet = defineEndpoint({
  method: 'DELETE',
  auth: 'user',
  summary: 'Delete a pet; posts that show it stay',
  ...onePet,
})
export const setPortrait = defineEndpoint({
  ...onePet,
  method: 'PUT',
  path: '/api/pets/:id/portrait',
  auth: 'user',
  summary: 'Set the photo of a pet',
  body: v.object({ photo: PhotoId }),
  output: Pet,
})

export const PetList = v.object({ pets: v.array(PetCard) })
export const getUserPets = defineEndpoint({
  method: 'GET',
  path: '/api/users/:id/pets',
  auth: 'anyone',
  summary: 'List the pets that a user cares for, oldest first',
  params: { id: UserId },
  output: PetList,
})
