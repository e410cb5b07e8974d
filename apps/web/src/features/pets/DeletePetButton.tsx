import { deletePet, type Pet } from '@pawtrait/contract/pets/pets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { Button } from '#ui/Button.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './DeletePetButton.module.css'
import { refreshPetLists } from './pet-cache.ts'

type DeletePetButtonProps = {
  pet: Pick<Pet, 'id' | 'name'>
  onDeleted: () => void
}

export function DeletePetButton({ pet, onDeleted }: DeletePetButtonProps) {
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
      <p>{t(phrases.pets.deletePageHelp, { name })}</p>
      <Button kind="dangerGhost" small named onClick={() => setAsking(true)}>
        {t(phrases.pets.deletePage, { name })}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onClose={close}
        title={t(phrases.pets.deletePageTitle, { name })}
        yes={t(deletion.isPending ? phrases.pets.deletingPage : phrases.pets.deletePageConfirm)}
        onYes={() => deletion.mutate(undefined, { onSuccess: onDeleted })}
        busy={deletion.isPending}
        no={t(phrases.pets.keepPage, { name })}
      >
        <p className="muted">{t(phrases.pets.deletePageText, { name })}</p>
        <CallErrorMessage title={t(phrases.pets.deletePageFailed, { name })} error={deletion.error} />
      </ConfirmDialog>
    </div>
  )
}

/** Mutation that deletes a pet, then refetches lists of pets. The update is not optimistic. */
function useDeletePet({ id }: Pick<Pet, 'id'>) {
  const queries = useQueryClient()
  return useMutation({
    mutationKey: ['delete-pet', id],
    mutationFn: () => call(deletePet, { params: { id } }),
    onSuccess: () => refreshPetLists(queries),
  })
}
