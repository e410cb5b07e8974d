import type { PetCard } from './pets.ts'

/** The ten drawings: nine species, two of them for reptiles, and a paw for any other animal. */
export type PetKind = PetCard['species'] | 'tortoise'

/** Returns which drawing shows a pet: reptiles with a shell have their own. */
export function petKind({ species, breed }: Pick<PetCard, 'species' | 'breed'>): PetKind {
  return species === 'reptile' && /tortoise|turtle|terrapin/i.test(breed) ? 'tortoise' : species
}
