import type { PetPersonDetails, RoleAfterHandover } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { PetPeopleForm } from './PetPeopleForm.tsx'
import { parseUsername } from './parse-username.ts'
import { UsernameField } from './UsernameField.tsx'
import { useInvite } from './use-people-mutations.ts'
import { useUninvitableReason } from './use-uninvitable-reason.ts'

type HandOverProps = { pet: Pet; people: PetPersonDetails[]; onClose: () => void }

/** Dialog to choose a new owner, and the role of the current owner afterwards. */
export function HandOverDialog({ open, ...props }: HandOverProps & { open: boolean }) {
  const t = useTranslate()
  const { pet, onClose } = props
  return (
    <Dialog
      {...{ open, onClose }}
      title={t(phrases.people.newOwnerTitle, { name: pet.name })}
      closeLabel={t(phrases.ui.close)}
    >
      <HandOverForm {...props} />
    </Dialog>
  )
}

const OTHER_USER = ''

function HandOverForm({ pet, people, onClose }: HandOverProps) {
  const t = useTranslate()
  const toast = useToast()
  const invite = useInvite(pet)
  const candidates = people.filter(({ role }) => role !== 'owner')
  const [selectedUsername, setSelectedUsername] = useState(candidates[0]?.username ?? OTHER_USER)
  const [typed, setTyped] = useState('')
  const refusalOf = useUninvitableReason(pet, 'owner')
  const [afterwards, setAfterwards] = useState<RoleAfterHandover>('family')
  const name = selectedUsername === OTHER_USER ? parseUsername(typed) : selectedUsername
  const finish = () => {
    onClose()
    toast({ text: t(phrases.people.invitationSent, { name }) })
  }
  const sendInvitation = () => invite.mutate({ role: 'owner', username: name, afterwards }, { onSuccess: finish })
  const buttons = (
    <>
      <Button type="submit" busy={invite.isPending}>
        {t(invite.isPending ? phrases.people.sendingInvitation : phrases.people.sendHandOver)}
      </Button>
      <Button kind="ghost" onClick={onClose}>
        {t(phrases.ui.cancel)}
      </Button>
    </>
  )
  return (
    <PetPeopleForm busy={invite.isPending} onSend={sendInvitation} buttons={buttons}>
      {candidates.length > 0 && (
        <NextOwner others={candidates} value={selectedUsername} onChange={setSelectedUsername} />
      )}
      {selectedUsername === OTHER_USER && <UsernameField value={typed} onChange={setTyped} refusalOf={refusalOf} />}
      <AfterwardsChoice name={pet.name} value={afterwards} onChange={setAfterwards} />
      {invite.error && <InvitationError error={invite.error} pet={pet.name} />}
    </PetPeopleForm>
  )
}

type Choice<Value> = { value: Value; onChange: (value: Value) => void }

function NextOwner({ others, ...choice }: Choice<string> & { others: PetPersonDetails[] }) {
  const t = useTranslate()
  const options = [
    ...others.map(({ username, fullname }) => ({ value: username, label: `${fullname} (@${username})` })),
    { value: OTHER_USER, label: t(phrases.people.otherUserOption) },
  ]
  return <RadioGroup rows legend={t(phrases.people.whoLabel)} name="next-owner" options={options} {...choice} />
}

function AfterwardsChoice({ name, ...choice }: Choice<RoleAfterHandover> & { name: string }) {
  const t = useTranslate()
  const options: { value: RoleAfterHandover; label: string }[] = [
    { value: 'family', label: t(phrases.people.becomeFamilyOption) },
    { value: 'leaves', label: t(phrases.people.leaveOption, { name }) },
    { value: 'owner', label: t(phrases.people.stayOwnerOption) },
  ]
  return (
    <RadioGroup
      rows
      showLegend
      legend={t(phrases.people.ownNextRoleLegend)}
      name="afterwards"
      options={options}
      {...choice}
    />
  )
}

function InvitationError({ error, pet }: { error: Error; pet: string }) {
  const t = useTranslate()
  const formatProblem = useProblemText()
  const code = error instanceof CallError ? error.code : null
  const reason =
    code === 'not-found' || code === 'validation-failed'
      ? t(phrases.people.unknownUsername)
      : code === 'conflict'
        ? t(phrases.people.alreadyCaresOrInvited, { pet })
        : formatProblem(error)
  return <ErrorBox title={t(phrases.people.sendFailed)}>{reason}</ErrorBox>
}
