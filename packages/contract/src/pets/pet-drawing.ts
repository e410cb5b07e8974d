import type { PetCard } from './pets.ts'

/** Names of the ten drawings of animals: one for each species (a paw for `other`), and `tortoise`. */
export type PetDrawing = PetCard['species'] | 'tortoise'

/** Returns the name of the drawing for a pet: reptiles with a shell have their own. */
export function findPetDrawing({ species, breed }: Pick<PetCard, 'species' | 'breed'>): PetDrawing {
  return species === 'reptile' && /tortoise|turtle|terrapin/i.test(breed) ? 'tortoise' : species
}
