import { paths } from '@pawtrait/contract/paths.ts'
import type { Birthday } from '@pawtrait/contract/pets/pet-days.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import { useLikeBirthday } from '#features/pets/memorial/use-memorial-mutations.ts'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { ageWords } from '#i18n/en/by-value/posts/age-words.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/Link.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './BirthdayCard.module.css'
import { Bunting, PartyHat } from './PartyHat.tsx'

/** Card for a pet's birthday with its age, a photo of each year, and a like button. */
export function BirthdayCard({ birthday }: { birthday: Birthday }) {
  const t = useTranslate()
  const { pet, day, years, ages } = birthday
  return (
    <article
      className={classNames(styles.card, `bd-${pet.backdrop}`)}
      aria-label={t(phrases.memories.birthdayOf, { name: pet.name })}
    >
      <Bunting />
      <div className={styles.frame}>
        <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={226} />
        <PartyHat />
      </div>
      <div className={styles.words}>
        <p className={styles.day}>{t(phrases.memories.todayDate, { day: useDay(day) })}</p>
        <h3>{t(phrases.memories.ageOfPet, { name: pet.name, age: useAgeInWords(years) })}</h3>
        <KindAndPeople {...birthday} />
        {ages.length > 0 && <Ages ages={ages} />}
        <Paws birthday={birthday} />
      </div>
    </article>
  )
}

/** Returns a calendar day such as "21 November", independent of time zones. */
function useDay(day: string): string {
  const locale = useLocale()
  return new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(new Date(day))
}

const ages = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10', '11', '12'] as const

/** Returns an age in words, such as "four". From 13 years on, returns digits. */
export function useAgeInWords(years: number): string {
  const t = useTranslate()
  const word = ages[years - 1]
  return word ? t(ageWords[word]) : String(years)
}

function KindAndPeople({ pet, people }: Birthday) {
  const t = useTranslate()
  const locale = useLocale()
  const kind = pet.breed || t(speciesLabels[pet.species])
  if (people.length === 0)
    return (
      <p>
        <bdi>{kind}</bdi>
      </p>
    )
  return <p>{t(phrases.memories.petKindWithPeople, { kind, people: new Intl.ListFormat(locale).format(people) })}</p>
}

function Ages({ ages }: Pick<Birthday, 'ages'>) {
  const t = useTranslate()
  return (
    <ul className={styles.ages}>
      {ages.map(({ age, post }) => (
        <li key={post.id}>
          <Link to={paths.post(post.id)}>
            <span className={styles.photo}>
              {post.photos[0] && <Photo photo={post.photos[0]} alt={post.photos[0].alt} sizes="104px" fit="cover" />}
            </span>
            {age === 0 ? t(phrases.memories.firstYearAge) : t(phrases.memories.petAgeCount, { count: age })}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Paws({ birthday: { pet, paws, pawedByMe } }: { birthday: Birthday }) {
  const t = useTranslate()
  const { mutate, isPending, error } = useLikeBirthday(pet.id)
  return (
    <>
      <div className={styles.buttons}>
        <Button
          className={styles.inked}
          icon={<PawIcon pressed={pawedByMe} />}
          aria-pressed={pawedByMe}
          busy={isPending}
          onClick={() => mutate(!pawedByMe)}
        >
          {t(pawedByMe ? phrases.memories.likedMark : phrases.memories.like)}
        </Button>
        <Link className={classNames(buttonClass({ kind: 'soft', named: true }), styles.clear)} to={paths.pet(pet.slug)}>
          {t(phrases.memories.seePetPage, { name: pet.name })}
        </Link>
      </div>
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error} />
      <p className={styles.note} role="status">
        {t(phrases.memories.likeCountNote, { count: paws })}
      </p>
    </>
  )
}
