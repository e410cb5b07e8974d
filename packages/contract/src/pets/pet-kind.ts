import type { PetCard } from './pets.ts'

/** The ten drawings: one for each species (a paw for `other`), and a second one for reptiles with a shell. */
export type PetKind = PetCard['species'] | 'tortoise'

/** Returns which drawing shows a pet: reptiles with a shell have their own. */
export function petKind({ species, breed }: Pick<PetCard, 'species' | 'breed'>): PetKind {
  return species === 'reptile' && /tortoise|turtle|terrapin/i.test(breed) ? 'tortoise' : species
}
