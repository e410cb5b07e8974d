import type { PetHuman } from '@pawtrait/contract/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { QuestionDialog } from '#ui/QuestionDialog.tsx'
import { useToast } from '#ui/Toast.tsx'
import { useRemovePerson } from './use-change-people.ts'

type RemovePersonDialogProps = { pet: Pet; person: PetHuman; open: boolean; onClose: () => void }

/** Asks before somebody is taken off a pet. */
export function RemovePersonDialog({ pet, person, open, onClose }: RemovePersonDialogProps) {
  const t = useTranslate()
  const toast = useToast()
  const removal = useRemovePerson(pet)
  const [name, of] = [person.username, pet.name]
  const remove = () =>
    removal.mutate(person.id, {
      onSuccess: () => {
        onClose()
        toast({ text: t('people.removed', { name, pet: of }) })
      },
    })
  return (
    <QuestionDialog
      open={open}
      onClose={onClose}
      title={t('people.removeTitle', { name, pet: of })}
      yes={t('people.removeYes')}
      onYes={remove}
      busy={removal.isPending}
    >
      <p className="muted">{t('people.removeText', { pet: of })}</p>
      {removal.isError && <ErrorBox title={t('people.failed')} />}
    </QuestionDialog>
  )
}
