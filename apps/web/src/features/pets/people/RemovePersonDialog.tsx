import type { PetPersonDetails } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { useRemovePerson } from './use-people-mutations.ts'

type RemovePersonDialogProps = { pet: Pet; person: PetPersonDetails; open: boolean; onClose: () => void }

export function RemovePersonDialog({ pet, person, open, onClose }: RemovePersonDialogProps) {
  const t = useTranslate()
  const toast = useToast()
  const removal = useRemovePerson(pet)
  const [name, petName] = [person.username, pet.name]
  const remove = () =>
    removal.mutate(person.id, {
      onSuccess: () => {
        onClose()
        toast({ text: t(phrases.people.personRemoved, { name, pet: petName }) })
      },
    })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={t(phrases.people.removeTitle, { name, pet: petName })}
      yes={t(phrases.people.removeConfirm)}
      onYes={remove}
      busy={removal.isPending}
    >
      <p className="muted">{t(phrases.people.removeText, { pet: petName })}</p>
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={removal.error} />
    </ConfirmDialog>
  )
}
