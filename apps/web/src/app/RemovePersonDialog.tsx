import type { PetHuman } from '@pawtrait/contract/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets.ts'
import { useRemovePerson } from '#features/pets/use-change-people.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { useToast } from '#ui/Toast.tsx'

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
  const actions = (
    <>
      <Button kind="danger" busy={removal.isPending} onClick={remove}>
        {t('people.removeYes')}
      </Button>
      <Button kind="ghost" data-autofocus onClick={onClose}>
        {t('people.cancel')}
      </Button>
    </>
  )
  return (
    <Dialog open={open} alert onClose={onClose} title={t('people.removeTitle', { name, pet: of })} actions={actions}>
      <p>{t('people.removeText', { pet: of })}</p>
      {removal.isError && <ErrorBox title={t('people.failed')} />}
    </Dialog>
  )
}
