import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { petPeopleQuery } from './pet-people-cache.ts'

/**
 * Returns a function that explains why a user cannot be invited to this role. It returns null if no reason is known.
 * The server may still refuse, because the viewer does not see every invitation.
 */
export function useUninvitableReason(pet: Pick<Pet, 'id' | 'name'>, role: PetRole): (id: string) => string | null {
  const t = useTranslate()
  const { data } = useQuery(petPeopleQuery(pet.id))
  return (id) => {
    // A person who already cares for the pet can still be invited as an owner.
    const isMember = data?.people.some((person) => person.id === id && (role !== 'owner' || person.role === 'owner'))
    if (isMember) return t(phrases.people.alreadyCares, { pet: pet.name })
    return data?.invites.some(({ invitee }) => invitee?.id === id) ? t(phrases.people.alreadyInvited) : null
  }
}
