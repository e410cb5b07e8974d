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

const given = ['family', 'carer', 'sitter'] as const
type Given = (typeof given)[number]
type Asking = 'until' | 'remove' | null

/** Button with a person's role. Its menu changes the role or removes the person. */
export function RoleMenu({ pet, person }: RoleMenuProps) {
  const t = useTranslate()
  const [asking, setAsking] = useState<Asking>(null)
  const { make, isPending, error } = useChangeRoleWithToast(pet, person, () => setAsking(null))
  const { username: name } = person
  const role = t(roleLabels[person.role])
  const label = t(phrases.people.roleLabel, { name, role })
  const isLast = error instanceof CallError && error.code === 'conflict'
  return (
    <>
      <Menu label={label} items={useItems(pet, person, make, setAsking)}>
        {(trigger) => (
          <button type="button" className={buttonClass({ kind: 'ghost', small: true })} aria-label={label} {...trigger}>
            {role}
            <Icon path={caret} size={16} />
          </button>
        )}
      </Menu>
      {asking === null && (
        <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error}>
          {isLast && t(phrases.people.lastOwnerNote)}
        </CallErrorMessage>
      )}
      <SitterDialog
        {...{ open: asking === 'until', name, initialUntil: person.until, busy: isPending, error }}
        onSave={(until) => make('sitter', until)}
        onClose={() => setAsking(null)}
      />
      <RemovePersonDialog open={asking === 'remove'} pet={pet} person={person} onClose={() => setAsking(null)} />
    </>
  )
}

function useChangeRoleWithToast(pet: Pet, { id, username }: PetPersonDetails, onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const { mutate, isPending, error } = useChangeRole(pet)
  const make = (role: Given, until: string | null) => {
    const onSuccess = () => {
      onDone()
      toast({ text: t(phrases.people.roleChanged, { name: username, role: t(roleLabelsInSentence[role]) }) })
    }
    mutate({ user: id, role, until }, { onSuccess })
  }
  return { make, isPending, error }
}

function useItems(
  pet: Pet,
  { role: now }: PetPersonDetails,
  make: (role: Given, until: null) => void,
  ask: (what: Asking) => void,
): MenuItem[] {
  const t = useTranslate()
  const roles = given
    .filter((role) => role !== now || role === 'sitter')
    .map((role): MenuItem => {
      const as = t(phrases.people.changeRole, { role: t(roleLabelsInSentence[role]) })
      const label = role === now ? t(phrases.people.changeLastDay) : as
      return { id: role, label, onSelect: () => (role === 'sitter' ? ask('until') : make(role, null)) }
    })
  const label = t(phrases.people.removePerson, { pet: pet.name })
  return [...roles, { id: 'remove', label, danger: true, group: true, onSelect: () => ask('remove') }]
}
