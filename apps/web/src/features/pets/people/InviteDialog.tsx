import type { NewInvite } from '@pawtrait/contract/pets/pet-people.ts'
import { invitableRoles } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet, PetRole } from '@pawtrait/contract/pets/pets.ts'
import check from '@phosphor-icons/core/fill/check-circle-fill.svg?path'
import userPlus from '@phosphor-icons/core/regular/user-plus.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { roleLabels } from '#i18n/en/by-value/pets/role-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { copyLink } from '#lib/share.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { Button } from '#ui/Button.tsx'
import { Field } from '#ui/forms/Field.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { LastDayField } from './LastDayField.tsx'
import { PetPeopleForm } from './PetPeopleForm.tsx'
import styles from './PetPeoplePage.module.css'
import { parseUsername } from './parse-username.ts'
import { userPreviewQuery } from './pet-people-cache.ts'
import { UsernameField } from './UsernameField.tsx'
import { useInvite } from './use-people-mutations.ts'
import { useUninvitableReason } from './use-uninvitable-reason.ts'

type InviteDialogProps = { pet: Pet; open: boolean; onClose: () => void }

/** Dialog that invites a person to care for a pet, by username or by a link that is shown once. */
export function InviteDialog({ pet, open, onClose }: InviteDialogProps) {
  const t = useTranslate()
  return (
    <Dialog
      {...{ open, onClose, icon: userPlus, closeLabel: t(phrases.ui.close) }}
      title={t(phrases.people.inviteTitle, { name: pet.name })}
    >
      <InviteForm pet={pet} onClose={onClose} />
    </Dialog>
  )
}

/** Returns a function that sends an invitation. An invitation by name closes the dialog afterwards. */
function useSendInvite(pet: Pet, onClose: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const invite = useInvite(pet)
  const send = (newInvite: NewInvite) => {
    const { username } = newInvite
    const finish = () => {
      onClose()
      toast({ text: t(phrases.people.invitationSent, { name: username ?? '' }) })
    }
    invite.mutate(newInvite, username === undefined ? {} : { onSuccess: finish })
  }
  return { ...invite, send, isByName: invite.variables?.username !== undefined }
}

function InviteForm({ pet, onClose }: Omit<InviteDialogProps, 'open'>) {
  const t = useTranslate()
  const roles = invitableRoles(pet.myRole).filter((role) => role !== 'owner')
  const [role, setRole] = useState<PetRole>(roles[0] ?? 'sitter')
  const [until, setUntil] = useState('')
  const [typed, setTyped] = useState('')
  const { send, data, error, isPending, isByName } = useSendInvite(pet, onClose)
  const refusalOf = useUninvitableReason(pet, role)
  const terms = { role, until: role === 'sitter' && until ? until : null }
  if (data?.link) return <InviteLink link={data.link} onClose={onClose} />
  const wrong = error instanceof CallError ? error : null
  const buttons = (
    <>
      <Button type="submit" busy={isPending && isByName}>
        {t(isPending && isByName ? phrases.people.sendingInvitation : phrases.people.sendInvitation)}
      </Button>
      <Button kind="ghost" busy={isPending && !isByName} onClick={() => send(terms)}>
        {t(phrases.people.makeLink)}
      </Button>
    </>
  )
  const options = roles.map((value) => ({ value, label: t(roleLabels[value]) }))
  return (
    <PetPeopleForm busy={isPending} onSend={() => send({ ...terms, username: parseUsername(typed) })} buttons={buttons}>
      <UsernameField
        value={typed}
        onChange={setTyped}
        error={getUsernameError(t, wrong, pet.name)}
        refusalOf={refusalOf}
      />
      <Hit typed={typed} />
      <RadioGroup
        showLegend
        legend={t(phrases.people.roleLegend)}
        name="invite-role"
        {...{ options, value: role, onChange: setRole }}
      />
      {role === 'sitter' && <LastDayField value={until} onChange={setUntil} error={wrong?.field('until')} />}
      <Failed error={error} />
    </PetPeopleForm>
  )
}

function getUsernameError(t: TranslateFunction, error: CallError | null, pet: string): string | undefined {
  if (error?.code === 'not-found') return t(phrases.people.unknownUsername)
  if (error?.code === 'conflict') return t(phrases.people.alreadyCaresOrInvited, { pet })
  return error?.field('username')
}

function Failed({ error }: { error: Error | null }) {
  const t = useTranslate()
  const isOfField = error instanceof CallError && ['not-found', 'conflict', 'validation-failed'].includes(error.code)
  return isOfField ? null : <CallErrorMessage title={t(phrases.people.sendFailed)} error={error} />
}

/** Preview of the user with the typed username, fetched after a pause in typing. */
function Hit({ typed }: { typed: string }) {
  const debounced = useDebounced(parseUsername(typed).toLowerCase(), 400)
  const { data: hit } = useQuery({
    ...userPreviewQuery(debounced),
    enabled: /^[a-z0-9_.]{2,30}$/.test(debounced),
    retry: false,
  })
  return (
    <div role="status">
      {hit && (
        <div className={styles.hit}>
          <Avatar id={hit.id} name={hit.fullname} image={hit.image} />
          <span className={styles.personWords}>
            <b>
              <bdi>{hit.fullname}</bdi>
            </b>
            <br />
            <span className="id">@{hit.username}</span>
          </span>
          <Icon path={check} />
        </div>
      )}
    </div>
  )
}

function InviteLink({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTranslate()
  const toast = useToast()
  const copy = () =>
    void copyLink(link).then((copied) =>
      toast({ text: t(copied ? phrases.people.linkCopied : phrases.people.copyFailed) }),
    )
  return (
    <div className={styles.form}>
      <Field
        label={t(phrases.people.linkLabel)}
        help={t(phrases.people.linkNote)}
        className={styles.link}
        readOnly
        data-autofocus
        value={link}
        onFocus={({ target }) => target.select()}
      />
      <div className={styles.buttons}>
        <Button onClick={copy}>{t(phrases.people.copyLink)}</Button>
        <Button kind="ghost" onClick={onClose}>
          {t(phrases.people.doneButton)}
        </Button>
      </div>
    </div>
  )
}
