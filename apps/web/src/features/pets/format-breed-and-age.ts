import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { ageBetween, dayAtInstant } from '#lib/time/time.ts'

/** From this age in weeks on, a pet's age is shown in months. */
export const MIN_WEEKS_FOR_AGE_IN_MONTHS = 16

type PetBirthday = Pick<PetCard, 'birthday' | 'utcOffset'>

/** Returns the age in years ("3"), months or weeks by the date in the pet's time zone. Empty without a birthday. */
function formatPetAge(t: TranslateFunction, { birthday, utcOffset = 0 }: PetBirthday, now: number): string {
  if (!birthday) return ''
  const { years, months, weeks } = ageBetween(birthday, dayAtInstant(now, utcOffset))
  if (years > 0) return String(years)
  return weeks < MIN_WEEKS_FOR_AGE_IN_MONTHS
    ? t(phrases.pets.weekCount, { count: weeks })
    : t(phrases.pets.monthCount, { count: months })
}

/** Returns breed and age for the text beside a pet's name, such as "Corgi, 3". */
export const formatBreedAndAge = (
  t: TranslateFunction,
  { breed, ...pet }: Pick<PetCard, 'breed'> & PetBirthday,
  now: number,
): string => [isolateBidi(breed), formatPetAge(t, pet, now)].filter(Boolean).join(', ')
