import type { PetCard } from './pets.ts'

/** The ten drawings: nine species, of which reptile has two, and the paw of any other animal. */
export type PetKind = PetCard['species'] | 'tortoise'

/** Which of the ten drawings a pet wears: reptiles with a shell have their own. */
export function petKind({ species, breed }: Pick<PetCard, 'species' | 'breed'>): PetKind {
  return species === 'reptile' && /tortoise|turtle|terrapin/i.test(breed) ? 'tortoise' : species
}
