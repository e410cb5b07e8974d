import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import users from '@phosphor-icons/core/regular/users-three.svg?path'
import { type ReactNode, useState } from 'react'
import { audienceLabels } from '#i18n/en/by-value/posts/audience-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Chip } from '#ui/forms/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './StoryMaker.module.css'
import type { StoryFormState } from './use-story-form.ts'

const StoryDetailsDialog = lazyDialog(async () => (await import('./StoryDetailsDialog.tsx')).StoryDetailsDialog)

type MakerFooterProps = { form: StoryFormState; pets: readonly PetCard[]; children: ReactNode }

/** Bottom bar on a phone, with a chip for the audience and the Post button. The chip opens all details. */
export function StoryMakerFooter({ form, pets, children }: MakerFooterProps) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const audience = t(audienceLabels[form.draft.audience])
  return (
    <div className={styles.foot}>
      <Chip
        aria-haspopup="dialog"
        aria-label={t(phrases.stories.detailsLabel, { audience })}
        onClick={() => setOpen(true)}
      >
        <Icon path={users} size={20} />
        {audience}
      </Chip>
      <StoryDetailsDialog open={open} form={form} pets={pets} onClose={() => setOpen(false)} />
      {children}
    </div>
  )
}
