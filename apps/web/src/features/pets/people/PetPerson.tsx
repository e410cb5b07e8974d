import { paths } from '@pawtrait/contract/paths.ts'
import type { PetPersonDetails } from '@pawtrait/contract/pets/pet-people.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { roleLabels } from '#i18n/en/by-value/pets/role-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import styles from './PetPeoplePage.module.css'
import { RoleMenu } from './RoleMenu.tsx'

type PetPersonProps = { pet: Pet; person: PetPersonDetails; isMe: boolean }

/** A person of a pet with their role. An owner gets a menu to change the role. */
export function PetPerson({ pet, person, isMe }: PetPersonProps) {
  const t = useTranslate()
  const { id, username, fullname, image, role } = person
  const name = t(roleLabels[role])
  return (
    <li className={styles.person}>
      <Avatar id={id} name={fullname} image={image} />
      <div className={styles.personWords}>
        <Link dir="auto" to={paths.user(username)}>
          {fullname}
        </Link>{' '}
        <span className={`id ${styles.hint}`}>@{username}</span>
        <Since pet={pet} person={person} />
      </div>
      {hasPermission(pet.myRole, 'change-role') && !isMe ? (
        <RoleMenu pet={pet} person={person} />
      ) : (
        <span className={styles.pill}>{isMe ? t(phrases.people.ownRole, { role: name }) : name}</span>
      )}
    </li>
  )
}

function Since({ pet, person }: Omit<PetPersonProps, 'isMe'>) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { until, joinedAt, addedBy, role } = person
  const day = formatDay(joinedAt, locale, timeZone)
  const words =
    role === 'sitter' && until
      ? t(phrases.people.accessUntil, { day: formatDay(until, locale, 'UTC') })
      : addedBy
        ? t(phrases.people.joinedOnInvitedBy, { day, by: addedBy.username })
        : t(role === 'owner' ? phrases.people.addedPetOn : phrases.people.joinedOn, { day, name: pet.name })
  return <p className={styles.hint}>{words}</p>
}
