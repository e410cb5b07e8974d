import type { PetPersonDetails } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import caret from '@phosphor-icons/core/regular/caret-down.svg?path'
import { useState } from 'react'
import { roleLabels } from '#i18n/en/by-value/pets/role-labels.ts'
import { roleLabelsInSentence } from '#i18n/en/by-value/pets/role-labels-in-sentence.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Menu, type MenuItem } from '#ui/overlays/Menu.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { RemovePersonDialog } from './RemovePersonDialog.tsx'
import { SitterDialog } from './SitterDialog.tsx'
import { useChangeRole } from './use-people-mutations.ts'

type RoleMenuProps = { pet: Pet; person: PetPersonDetails }

const assignableRoles = ['family', 'carer', 'sitter'] as const
type AssignableRole = (typeof assignableRoles)[number]
type RoleDialog = 'until' | 'remove' | null

/** Button with a person's role. Its menu changes the role or removes the person. */
export function RoleMenu({ pet, person }: RoleMenuProps) {
  const t = useTranslate()
  const [openDialog, setOpenDialog] = useState<RoleDialog>(null)
  const { changeRole, isPending, error } = useChangeRoleWithToast(pet, person, () => setOpenDialog(null))
  const { username: name } = person
  const role = t(roleLabels[person.role])
  const label = t(phrases.people.roleLabel, { name, role })
  const isLast = error instanceof CallError && error.code === 'conflict'
  return (
    <>
      <Menu label={label} items={useItems(pet, person, changeRole, setOpenDialog)}>
        {(trigger) => (
          <button type="button" className={buttonClass({ kind: 'ghost', small: true })} aria-label={label} {...trigger}>
            {role}
            <Icon path={caret} size={16} />
          </button>
        )}
      </Menu>
      {openDialog === null && (
        <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error}>
          {isLast && t(phrases.people.lastOwnerNote)}
        </CallErrorMessage>
      )}
      <SitterDialog
        {...{ open: openDialog === 'until', name, initialUntil: person.until, busy: isPending, error }}
        onSave={(until) => changeRole('sitter', until)}
        onClose={() => setOpenDialog(null)}
      />
      <RemovePersonDialog
        open={openDialog === 'remove'}
        pet={pet}
        person={person}
        onClose={() => setOpenDialog(null)}
      />
    </>
  )
}

function useChangeRoleWithToast(pet: Pet, { id, username }: PetPersonDetails, onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const { mutate, isPending, error } = useChangeRole(pet)
  const changeRole = (role: AssignableRole, until: string | null) => {
    const onSuccess = () => {
      onDone()
      toast({ text: t(phrases.people.roleChanged, { name: username, role: t(roleLabelsInSentence[role]) }) })
    }
    mutate({ user: id, role, until }, { onSuccess })
  }
  return { changeRole, isPending, error }
}

function useItems(
  pet: Pet,
  { role: currentRole }: PetPersonDetails,
  changeRole: (role: AssignableRole, until: null) => void,
  setDialog: (dialog: RoleDialog) => void,
): MenuItem[] {
  const t = useTranslate()
  const roles = assignableRoles
    .filter((role) => role !== currentRole || role === 'sitter')
    .map((role): MenuItem => {
      const changeLabel = t(phrases.people.changeRole, { role: t(roleLabelsInSentence[role]) })
      const label = role === currentRole ? t(phrases.people.changeLastDay) : changeLabel
      return { id: role, label, onSelect: () => (role === 'sitter' ? setDialog('until') : changeRole(role, null)) }
    })
  const label = t(phrases.people.removePerson, { pet: pet.name })
  return [...roles, { id: 'remove', label, danger: true, group: true, onSelect: () => setDialog('remove') }]
}
