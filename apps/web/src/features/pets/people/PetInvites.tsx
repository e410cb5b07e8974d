import type { PetInvite } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import envelope from '@phosphor-icons/core/regular/envelope-simple.svg?path'
import link from '@phosphor-icons/core/regular/link.svg?path'
import { roleLabelsInSentence } from '#i18n/en/by-value/pets/role-labels-in-sentence.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './PetPeoplePage.module.css'
import { useCancelInvite } from './use-people-mutations.ts'

export function PetInvites({ pet, invites }: { pet: Pet; invites: PetInvite[] }) {
  const t = useTranslate()
  const takeBack = useCancelInvite(pet)
  const toast = useToast()
  if (invites.length === 0) return null
  const take = ({ id }: PetInvite) =>
    takeBack.mutate(id, { onSuccess: () => toast({ text: t(phrases.people.invitationCancelled) }) })
  return (
    <>
      <h3 id="waiting">{t(phrases.people.openInvitationsTitle)}</h3>
      <ul aria-labelledby="waiting">
        {invites.map((invite) => (
          <Invite
            key={invite.id}
            invite={invite}
            busy={takeBack.isPending && takeBack.variables === invite.id}
            onTakeBack={() => take(invite)}
          />
        ))}
      </ul>
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={takeBack.error} />
    </>
  )
}

function Invite({ invite, busy, onTakeBack }: { invite: PetInvite; busy: boolean; onTakeBack: () => void }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { invitee, role, createdAt, expiresAt } = invite
  const name = invitee ? invitee.username : t(phrases.people.linkInvitation)
  const dates = {
    role: t(roleLabelsInSentence[role]),
    day: formatDay(createdAt, locale, timeZone),
    end: formatDay(expiresAt, locale, timeZone),
  }
  return (
    <li className={styles.person}>
      <span className={styles.letter}>
        <Icon path={invitee ? envelope : link} size={22} />
      </span>
      <div className={styles.personWords}>
        <b className={invitee ? 'id' : undefined}>{name}</b>
        <p className={styles.hint}>
          {t(invitee ? phrases.people.invitedAs : phrases.people.linkInvitationDetails, dates)}
        </p>
      </div>
      <Button
        kind="ghost"
        small
        busy={busy}
        aria-label={t(phrases.people.cancelInvitationWithName, { name })}
        onClick={onTakeBack}
      >
        {t(phrases.people.cancelInvitation)}
      </Button>
    </li>
  )
}
