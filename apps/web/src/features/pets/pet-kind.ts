import type { PetCard } from '@pawtrait/contract/pets.ts'
import type { PetKind } from '#ui/art/portraits.ts'

/** Which of the ten drawings a pet wears: reptiles with a shell have their own. */
export function petKind({ species, breed }: Pick<PetCard, 'species' | 'breed'>): PetKind {
  return species === 'reptile' && /tortoise|turtle|terrapin/i.test(breed) ? 'tortoise' : species
}
