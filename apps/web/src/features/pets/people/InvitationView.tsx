import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { Invitation } from '@pawtrait/contract/pets/pet-people.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import calendar from '@phosphor-icons/core/regular/calendar-check.svg?path'
import camera from '@phosphor-icons/core/regular/camera.svg?path'
import door from '@phosphor-icons/core/regular/door-open.svg?path'
import key from '@phosphor-icons/core/regular/key.svg?path'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Benefit } from '#ui/Benefit.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { SplitCard } from '#ui/SplitCard.tsx'
import styles from './InvitationView.module.css'

/** Invitation with its sender, role and rights. `children` are buttons, shown while the invitation is pending. */
export function InvitationView({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const { pet, by, state } = invitation
  const t = useTranslate()
  return (
    <SplitCard
      aria-label={t(phrases.people.invitationTitle)}
      art={
        <div className={styles.art}>
          <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={226} />
        </div>
      }
    >
      <p className={styles.by}>
        <Avatar id={by.id} name={by.fullname} image={by.image} />
        <span>{t(phrases.people.invitedBy, { name: by.username })}</span>
      </p>
      {state === 'waiting' ? (
        <PendingInvitation invitation={invitation}>{children}</PendingInvitation>
      ) : (
        <AnsweredNote {...invitation} />
      )}
    </SplitCard>
  )
}

function PendingInvitation({ invitation, children }: { invitation: Invitation; children: ReactNode }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { by, pet, afterwards, expiresAt } = invitation
  return (
    <>
      <h2 className={styles.title}>{useQuestion(invitation)}</h2>
      <ul className={styles.benefits}>
        <Benefits {...invitation} />
      </ul>
      <div className={styles.buttons}>{children}</div>
      <p className="small muted">
        {afterwards === 'family' && `${t(phrases.people.formerOwnerBecomesFamilyNote, { name: by.username })} `}
        {afterwards === 'leaves' && `${t(phrases.people.formerOwnerLeavesNote, { name: by.username, pet: pet.name })} `}
        {t(phrases.people.openUntil, { day: formatDay(expiresAt, locale, timeZone) })}
      </p>
    </>
  )
}

function useQuestion({ role, until, afterwards, pet: { name: pet } }: Invitation): string {
  const t = useTranslate()
  const locale = useLocale()
  if (role === 'sitter')
    return t(phrases.people.sitterQuestion, { pet, day: until ? formatDay(until, locale, 'UTC') : '' })
  if (role === 'carer') return t(phrases.people.carerQuestion, { pet })
  if (role === 'family') return t(phrases.people.familyQuestion, { pet })
  const goes = afterwards === 'family' || afterwards === 'leaves'
  return t(goes ? phrases.people.handOverQuestion : phrases.people.ownerQuestion, { pet })
}

function Benefits({ role, until, pet: { name: pet } }: Invitation) {
  const t = useTranslate()
  const locale = useLocale()
  return (
    <>
      <Benefit
        icon={camera}
        title={t(phrases.people.postPermission, { pet })}
        help={t(phrases.people.postPermissionHelp, { pet })}
      />
      {hasPermission(role, 'edit') && (
        <Benefit
          icon={pencil}
          title={t(phrases.people.editPermission)}
          help={t(phrases.people.editPermissionHelp, { pet })}
        />
      )}
      {hasPermission(role, 'change-role') && (
        <Benefit
          icon={key}
          title={t(phrases.people.invitePermission)}
          help={t(phrases.people.invitePermissionHelp, { pet })}
        />
      )}
      {until ? (
        <Benefit
          icon={calendar}
          title={t(phrases.people.accessEnd)}
          help={t(phrases.people.accessEndHelp, { day: formatDay(until, locale, 'UTC') })}
        />
      ) : (
        role !== 'owner' && (
          <Benefit icon={door} title={t(phrases.people.leaveAnyTime)} help={t(phrases.people.leaveAnyTimeHelp)} />
        )
      )}
    </>
  )
}

function AnsweredNote({ state, pet, by, role }: Invitation) {
  const t = useTranslate()
  const isMine = state === 'accepted'
  return (
    <>
      <h2 className={styles.title}>
        {isMine
          ? t(role === 'owner' ? phrases.people.acceptedOwnerTitle : phrases.people.acceptedTitle, { pet: pet.name })
          : t(phrases.people.invitationEnded)}
      </h2>
      <p>{isMine ? t(phrases.people.acceptedText) : t(phrases.people.invitationEndedText, { name: by.username })}</p>
      <div className={styles.buttons}>
        <Link className={buttonClass({ kind: isMine ? 'primary' : 'ghost', named: true })} to={paths.pet(pet.slug)}>
          {t(phrases.people.seePet, { pet: pet.name })}
        </Link>
      </div>
    </>
  )
}
