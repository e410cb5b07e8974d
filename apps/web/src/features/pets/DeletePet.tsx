import type { Pet } from '@pawtrait/contract/pets.ts'
import { useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import styles from './DeletePet.module.css'
import { useDeletePet } from './use-delete-pet.ts'

type DeletePetProps = {
  pet: Pick<Pet, 'id' | 'name'>
  onDeleted: () => void
}

/** The way to delete a pet, with the question before it. */
export function DeletePet({ pet, onDeleted }: DeletePetProps) {
  const t = useTranslate()
  const { name } = pet
  const [isAsking, setAsking] = useState(false)
  const deletion = useDeletePet(pet)
  const close = () => {
    if (deletion.isPending) return
    deletion.reset()
    setAsking(false)
  }
  const actions = (
    <>
      <Button
        kind="danger"
        busy={deletion.isPending}
        onClick={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
      >
        {t(deletion.isPending ? 'pets.removing' : 'pets.removeYes')}
      </Button>
      <Button kind="ghost" named data-autofocus onClick={close}>
        {t('pets.removeNo', { name })}
      </Button>
    </>
  )
  return (
    <div className={styles.remove}>
      <p>{t('pets.removeHelp', { name })}</p>
      <Button kind="dangerGhost" small named onClick={() => setAsking(true)}>
        {t('pets.remove', { name })}
      </Button>
      <Dialog open={isAsking} onClose={close} alert title={t('pets.removeTitle', { name })} actions={actions}>
        <p>{t('pets.removeText', { name })}</p>
        {deletion.isError && <ErrorBox title={t('pets.removeFailed', { name })} />}
      </Dialog>
    </div>
  )
}
