import type { PetCard } from '@pawtrait/contract/pets.ts'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import { ageOf } from '#lib/time.ts'

/** Until then people count a young animal in weeks. */
export const WEEKS_UNTIL = 16

/** "3", "5 months", "14 weeks"; nothing when the birthday is not known. */
export function petAge(t: Translate, birthday: string | null, now: number): string {
  if (!birthday) return ''
  const { years, months, weeks } = ageOf(birthday, now)
  if (years > 0) return String(years)
  return weeks < WEEKS_UNTIL ? t(phrases.pets.weeks, { count: weeks }) : t(phrases.pets.months, { count: months })
}

/** "Corgi, 3": what stands beside a pet's name. */
export const petDetail = (
  t: Translate,
  { breed, birthday }: Pick<PetCard, 'breed' | 'birthday'>,
  now: number,
): string => [breed, petAge(t, birthday, now)].filter(Boolean).join(', ')
