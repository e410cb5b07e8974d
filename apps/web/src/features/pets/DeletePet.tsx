import type { Pet } from '@pawtrait/contract/pets.ts'
import { useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { QuestionDialog } from '#ui/QuestionDialog.tsx'
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
  return (
    <div className={styles.remove}>
      <p>{t('pets.removeHelp', { name })}</p>
      <Button kind="dangerGhost" small named onClick={() => setAsking(true)}>
        {t('pets.remove', { name })}
      </Button>
      <QuestionDialog
        open={isAsking}
        onClose={close}
        title={t('pets.removeTitle', { name })}
        yes={t(deletion.isPending ? 'pets.removing' : 'pets.removeYes')}
        onYes={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
        busy={deletion.isPending}
        no={t('pets.removeNo', { name })}
      >
        <p className="muted">{t('pets.removeText', { name })}</p>
        {deletion.isError && <ErrorBox title={t('pets.removeFailed', { name })} />}
      </QuestionDialog>
    </div>
  )
}
