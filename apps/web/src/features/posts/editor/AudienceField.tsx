import chatCircle from '@phosphor-icons/core/regular/chat-circle.svg?path'
import globe from '@phosphor-icons/core/regular/globe-simple.svg?path'
import star from '@phosphor-icons/core/regular/star.svg?path'
import people from '@phosphor-icons/core/regular/users-three.svg?path'
import { useState } from 'react'
import { audienceLabels } from '#i18n/en/by-value/posts/audience-labels.ts'
import { replyControlSentences } from '#i18n/en/by-value/posts/reply-control-sentences.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Chip } from '#ui/forms/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './AudienceField.module.css'
import type { Draft } from './draft-store.ts'
import { useDraftStore } from './use-draft-store.ts'

const AudienceDialog = lazyDialog(async () => (await import('#features/posts/AudienceDialog.tsx')).AudienceDialog)

const icons = { everyone: globe, followers: people, 'close-friends': star } as const

/** Chips that show who sees the post and who may comment. Pressing a chip opens `AudienceDialog`. */
export function AudienceField({ draft: { audience, replies } }: { draft: Pick<Draft, 'audience' | 'replies'> }) {
  const t = useTranslate()
  const { change } = useDraftStore()
  const [open, setOpen] = useState(false)
  const chip = { 'aria-haspopup': 'dialog', onClick: () => setOpen(true) } as const
  return (
    <fieldset className={styles.field}>
      <legend>{t(phrases.create.audienceButton)}</legend>
      <Chip {...chip}>
        <Icon path={icons[audience]} size={20} />
        {t(audienceLabels[audience])}
      </Chip>
      <Chip {...chip}>
        <Icon path={chatCircle} size={20} />
        {t(replyControlSentences[replies])}
      </Chip>
      <AudienceDialog
        open={open}
        onClose={() => setOpen(false)}
        audience={audience}
        replies={replies}
        onChange={(chosen) => change(() => chosen)}
      />
    </fieldset>
  )
}
