import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import { useQuery } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { petPeopleQuery } from './people-cache.ts'

/**
 * Says why somebody cannot be asked to be this to the pet, as far as the page knows; null: they can. The server
 * decides: invitations that one may not send oneself are not on the page.
 */
export function useRefused(pet: Pick<Pet, 'id' | 'name'>, role: PetRole): (id: string) => string | null {
  const t = useTranslate()
  const { data } = useQuery(petPeopleQuery(pet.id))
  return (id) => {
    // Whoever cares for it may be asked to own it.
    const isIn = data?.people.some((human) => human.id === id && (role !== 'owner' || human.role === 'owner'))
    if (isIn) return t(phrases.people.caresAlready, { pet: pet.name })
    return data?.invites.some(({ invitee }) => invitee?.id === id) ? t(phrases.people.invitedAlready) : null
  }
}
