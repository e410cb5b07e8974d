import type { PetId, UserId } from '@pawtrait/contract/ids.ts'
import type { Pet, PetCard } from '@pawtrait/contract/pets/pets.ts'
import { toPhoto } from '#features/media/view.ts'
import { smallImageUrl } from '#features/users/account/small-image-url.ts'
import { toUserCard } from '#features/users/account/user-card.ts'
import { requireVisibleUser } from '#features/users/account/visible-user.ts'
import type { Context } from '#platform/context.ts'
import { type PetRow, selectPetById, selectPetBySlug, selectPetsOfUser } from './queries.ts'
import { petNotFoundProblem } from './visible-pet.ts'

/** Row of a pet card; `portraitName` is a media name. */
export type PetCardRow = Omit<PetCard, 'portrait'> & { portraitName: string | null }

type Reader = Pick<Context, 'db' | 'viewer' | 'now' | 'secrets'>

export const toPetCard = ({ portraitName, ...row }: PetCardRow): PetCard => ({
  ...row,
  portrait: smallImageUrl(portraitName),
})

function toPet(ctx: Reader, row: PetRow | undefined): Pet {
  if (!row) throw petNotFoundProblem()
  const { portrait, people, followers, posts, satUntil, editedAt, ...pet } = row
  return {
    ...pet,
    ...(satUntil !== null && { satUntil }),
    ...(pet.myRole && { editedAt }),
    portrait: smallImageUrl(portrait?.name ?? null),
    portraitPhoto: portrait && toPhoto(ctx, portrait),
    people: people.map((person) => toUserCard(person)),
    counts: { followers, posts },
  }
}

/** Returns a pet with its people, owners first. @throws Problem 'not-found' for an unknown or invisible pet. */
export const getPet = async (ctx: Reader, id: PetId): Promise<Pet> =>
  toPet(ctx, await selectPetById(ctx.db, ctx.viewer, id, ctx.now))

/** Returns a pet by slug, like `getPet` by id. @throws Problem 'not-found' for an unknown or invisible pet. */
export async function getPetBySlug(ctx: Reader, slug: string): Promise<Pet> {
  if (!/^[a-z0-9-]+$/.test(slug)) throw petNotFoundProblem()
  return toPet(ctx, await selectPetBySlug(ctx.db, ctx.viewer, slug, ctx.now))
}

/** Returns the pets that a user cares for, at most 100; the pet added first comes first. */
export const listPetCards = async (ctx: Reader, user: UserId): Promise<PetCard[]> =>
  (await selectPetsOfUser(ctx.db, ctx.viewer, user, ctx.now)).map(toPetCard)

/** Returns the pets that a user cares for, as `listPetCards` does. @throws Problem 'not-found' for an invisible user */
export const listUserPets = async (ctx: Reader, user: UserId): Promise<{ pets: PetCard[] }> => ({
  pets: await listPetCards(ctx, await requireVisibleUser(ctx, user)),
})
