import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import cake from '@phosphor-icons/core/regular/cake.svg?path'
import female from '@phosphor-icons/core/regular/gender-female.svg?path'
import male from '@phosphor-icons/core/regular/gender-male.svg?path'
import house from '@phosphor-icons/core/regular/house-line.svg?path'
import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import people from '@phosphor-icons/core/regular/user-circle.svg?path'
import type { ReactNode } from 'react'
import { sexLabels } from '#i18n/en/by-value/pets/sex-labels.ts'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { findNextAnniversary } from '#lib/time/anniversary.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { NameHeading } from '#ui/NameHeading.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { formatAge } from './format-age.ts'
import styles from './PetHeader.module.css'

type PetHeaderProps = {
  pet: Pet
  /** Returns the path of a user's profile. */
  userPath: (username: string) => string
  /** Buttons in the header, such as Follow or Edit. */
  children: ReactNode
}

/** Header of a pet's page: the framed portrait on the backdrop, and the pet's name and facts. */
export function PetHeader({ pet, userPath, children }: PetHeaderProps) {
  const { name, bio, portrait, diedOn } = pet
  const backdrop = diedOn ? 'fog' : pet.backdrop
  return (
    <section
      className={classNames(styles.head, `bd-${backdrop}`, diedOn !== null && styles.memorial)}
      aria-label={name}
    >
      <PetFrame kind={findPetDrawing(pet)} backdrop={backdrop} photo={portrait} size={226} />
      <div className={styles.words}>
        {diedOn && <Lifespan birthday={pet.birthday} diedOn={diedOn} />}
        <NameHeading name={name} />
        {bio && <p dir="auto">{bio}</p>}
        <Facts pet={pet} userPath={userPath} />
      </div>
      <div className={styles.actions}>{children}</div>
    </section>
  )
}

/** Lifetime of a dead pet, such as "3 May 2011 to 9 September 2026". Shown above the pet's name. */
function Lifespan({ birthday, diedOn }: { birthday: string | null; diedOn: string }) {
  const t = useTranslate()
  const day = useDay()
  const lifespanText = birthday
    ? t(phrases.memories.lifeSpan, { from: day(birthday), until: day(diedOn) })
    : t(phrases.memories.diedOn, { day: day(diedOn) })
  return <p className={styles.years}>{lifespanText}</p>
}

function Facts({ pet, userPath }: Pick<PetHeaderProps, 'pet' | 'userPath'>) {
  const t = useTranslate()
  const { breed, species, birthday, sex, gotchaDay, diedOn, people: persons } = pet
  return (
    <ul className={styles.facts} aria-label={t(phrases.pets.aboutTitle, { name: pet.name })}>
      <Fact icon={paw}>{breed ? <bdi>{breed}</bdi> : t(speciesLabels[species])}</Fact>
      {birthday && !diedOn && <Age pet={pet} birthday={birthday} />}
      {sex !== 'unknown' && <Fact icon={sex === 'female' ? female : male}>{t(sexLabels[sex])}</Fact>}
      {gotchaDay && <GotchaDay pet={pet} gotchaDay={gotchaDay} />}
      {persons.length > 0 && (
        <Fact icon={people}>
          <span>
            {t(phrases.pets.petPeopleLabel)} <UserLinks people={persons} userPath={userPath} />
          </span>
        </Fact>
      )}
    </ul>
  )
}

/** List of users, such as "amina.o, wanjiru.k and tom.odh", each with a link to the profile. */
function UserLinks({ people: persons, userPath }: { people: Pet['people'] } & Pick<PetHeaderProps, 'userPath'>) {
  const list = new Intl.ListFormat(useLocale(), { type: 'conjunction' })
  const names = persons.map(({ username }) => username)
  // Usernames are unique React keys. Separators such as ", " repeat, so their key is the index.
  return list.formatToParts(names).map(({ type, value }, at) =>
    type === 'element' ? (
      <Link key={value} className="id" to={userPath(value)}>
        {value}
      </Link>
    ) : (
      <span key={at}>{value}</span>
    ),
  )
}

// The date of a birthday or gotcha day is shown from this number of days before that day.
const SOON_DAYS = 60

/** Age of a pet and, in the 60 days before its birthday, the next age. Uses the date in the pet's time zone. */
function Age({ pet, birthday }: { pet: Pet; birthday: string }) {
  const t = useTranslate()
  const day = useDay()
  const { on, years, inDays } = findNextAnniversary(birthday, pet.today)
  const upcomingText =
    inDays === 0
      ? t(phrases.memories.birthdayToday, { age: years })
      : t(phrases.memories.birthdayOn, { age: years, day: day(on) })
  const age = formatAge(t, birthday, pet.today) || t(phrases.pets.justBorn)
  return (
    <Fact icon={cake} title={t(phrases.pets.bornOn, { day: day(birthday) })}>
      {inDays === 0 ? upcomingText : [age, ...(inDays <= SOON_DAYS ? [upcomingText] : [])].join(' · ')}
    </Fact>
  )
}

/**
 * Gotcha day of a pet. In the 60 days before its anniversary, shows the anniversary with the number of years instead.
 * Never shows the anniversary of a pet that has died.
 */
function GotchaDay({ pet, gotchaDay }: { pet: Pet; gotchaDay: string }) {
  const t = useTranslate()
  const day = useDay()
  const { on, years, inDays } = findNextAnniversary(gotchaDay, pet.today)
  const since = t(phrases.pets.homeSince, { day: day(gotchaDay) })
  const upcomingText = t(inDays === 0 ? phrases.memories.gotchaDayToday : phrases.memories.gotchaDayOn, {
    count: years,
    day: day(on),
  })
  const isNear = inDays <= SOON_DAYS && !pet.diedOn
  return (
    <Fact icon={house} {...(isNear && { title: since })}>
      {isNear ? upcomingText : since}
    </Fact>
  )
}

function Fact({ icon, title, children }: { icon: string; title?: string; children: ReactNode }) {
  return (
    <li title={title} suppressHydrationWarning>
      <Icon path={icon} size={20} />
      {children}
    </li>
  )
}

/** Returns a formatter for calendar days, which are independent of time zones. */
function useDay() {
  const locale = useLocale()
  return (day: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
