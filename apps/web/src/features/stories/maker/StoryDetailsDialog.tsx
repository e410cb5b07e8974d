import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { StoryDetails } from './StoryDetails.tsx'
import styles from './StoryMaker.module.css'
import type { StoryFormState } from './use-story-form.ts'

type StoryDetailsDialogProps = { open: boolean; form: StoryFormState; pets: readonly PetCard[]; onClose: () => void }

/** Bottom sheet with the details of a story, for phones. */
export function StoryDetailsDialog({ open, form, pets, onClose }: StoryDetailsDialogProps) {
  const t = useTranslate()
  const doneButton = <Button onClick={onClose}>{t(phrases.stories.doneButton)}</Button>
  return (
    <Dialog open={open} onClose={onClose} title={t(phrases.stories.detailsTitle)} actions={doneButton}>
      <div className={styles.details}>
        <StoryDetails form={form} pets={pets} />
      </div>
    </Dialog>
  )
}
