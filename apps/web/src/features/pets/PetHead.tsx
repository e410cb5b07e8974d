import cake from '@phosphor-icons/core/regular/cake.svg?path'
import female from '@phosphor-icons/core/regular/gender-female.svg?path'
import male from '@phosphor-icons/core/regular/gender-male.svg?path'
import house from '@phosphor-icons/core/regular/house-line.svg?path'
import paw from '@phosphor-icons/core/regular/paw-print.svg?path'
import people from '@phosphor-icons/core/regular/user-circle.svg?path'
import type { Pet } from '@pawtrait/contract/pets.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/use-now.ts'
import { classNames } from '#ui/class-names.ts'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import { Icon } from '#ui/Icon.tsx'
import { longAge } from './long-age.ts'
import { petKind } from './pet-kind.ts'
import styles from './PetHead.module.css'

type PetHeadProps = {
  pet: Pet
  /** Address of a person's wall. */
  userPath: (username: string) => string
  /** Buttons: follow or edit, share. */
  children: ReactNode
}

/** A pet on its backdrop: its frame, its name and what one knows of it. */
export function PetHead({ pet, userPath, children }: PetHeadProps) {
  const { name, bio, backdrop, portrait } = pet
  return (
    <section className={classNames(styles.head, `bd-${backdrop}`)} aria-label={name}>
      <EaredFrame kind={petKind(pet)} backdrop={backdrop} photo={portrait} size={226} />
      <div className={styles.words}>
        <h2>{name}</h2>
        {bio && <p>{bio}</p>}
        <Facts pet={pet} userPath={userPath} />
      </div>
      <div className={styles.actions}>{children}</div>
    </section>
  )
}

function Facts({ pet, userPath }: Pick<PetHeadProps, 'pet' | 'userPath'>) {
  const t = useTranslate()
  const day = useDay()
  const now = useNow()
  const { breed, species, birthday, sex, gotchaDay, people: persons } = pet
  return (
    <ul className={styles.facts} aria-label={t('pets.about', { name: pet.name })}>
      <Fact icon={paw}>{breed || t(`species.${species}`)}</Fact>
      {birthday && (
        <Fact icon={cake} title={t('pets.bornOn', { day: day(birthday) })}>
          {longAge(t, birthday, now) || t('pets.justBorn')}
        </Fact>
      )}
      {sex !== 'unknown' && (
        <Fact icon={sex === 'female' ? female : male}>{t(sex === 'female' ? 'pets.female' : 'pets.male')}</Fact>
      )}
      {gotchaDay && <Fact icon={house}>{t('pets.home', { day: day(gotchaDay) })}</Fact>}
      {persons.length > 0 && (
        <Fact icon={people}>
          {t('pets.with')}
          {persons.map(({ id, username }) => (
            <Link key={id} className="id" to={userPath(username)}>
              {username}
            </Link>
          ))}
        </Fact>
      )}
    </ul>
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

/** Writes a day of the calendar; a day has no time zone. */
function useDay() {
  const locale = useLocale()
  return (day: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))
}
