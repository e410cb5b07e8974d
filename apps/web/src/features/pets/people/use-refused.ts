import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { petPeopleQuery } from './people-cache.ts'

/**
 * Returns a function with the reason why a user cannot get this role, as far as the page knows; null: they can.
 * The server decides, because the page lists only invitations of roles that the viewer may invite to.
 */
export function useRefused(pet: Pick<Pet, 'id' | 'name'>, role: PetRole): (id: string) => string | null {
  const t = useTranslate()
  const { data } = useQuery(petPeopleQuery(pet.id))
  return (id) => {
    // A person of the pet may still be invited as an owner.
    const isIn = data?.people.some((human) => human.id === id && (role !== 'owner' || human.role === 'owner'))
    if (isIn) return t(phrases.people.alreadyCares, { pet: pet.name })
    return data?.invites.some(({ invitee }) => invitee?.id === id) ? t(phrases.people.alreadyInvited) : null
  }
}
