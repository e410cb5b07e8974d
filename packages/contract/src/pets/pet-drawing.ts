import type { PetCard } from './pets.ts'

/** Names of the ten animal drawings: one for each species (a paw for `other`), and `tortoise`. */
export type PetDrawing = PetCard['species'] | 'tortoise'

/** Returns the name of the drawing for a pet. Reptiles with a shell have their own drawing. */
export function findPetDrawing({ species, breed }: Pick<PetCard, 'species' | 'breed'>): PetDrawing {
  return species === 'reptile' && /tortoise|turtle|terrapin/i.test(breed) ? 'tortoise' : species
}
