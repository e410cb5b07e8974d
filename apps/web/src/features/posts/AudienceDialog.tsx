import { type Audience, audiences, type ReplyControl, replyControls } from '@pawtrait/contract/posts.ts'
import globe from '@phosphor-icons/core/regular/globe-simple.svg?path'
import star from '@phosphor-icons/core/regular/star.svg?path'
import people from '@phosphor-icons/core/regular/users-three.svg?path'
import { audienceDescriptions } from '#i18n/en/by-value/posts/audience-descriptions.ts'
import { audienceLabels } from '#i18n/en/by-value/posts/audience-labels.ts'
import { replyControlLabels } from '#i18n/en/by-value/posts/reply-control-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { IconTile } from '#ui/lists/IconRow.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import styles from './AudienceDialog.module.css'

type AudienceDialogProps = {
  open: boolean
  onClose: () => void
  audience: Audience
  replies: ReplyControl
  onChange: (chosen: { audience: Audience } | { replies: ReplyControl }) => void
  error?: Error | null
}

const icons = { everyone: globe, followers: people, 'close-friends': star } as const

/** Dialog to choose who sees a post and who can comment. Each choice calls `onChange` at once. */
export function AudienceDialog({ open, onClose, audience, replies, onChange, error }: AudienceDialogProps) {
  const t = useTranslate()
  const actions = (
    <>
      <Button block data-autofocus onClick={onClose}>
        {t(phrases.create.audienceDoneButton)}
      </Button>
      <p className={styles.note}>{t(phrases.create.audienceNote)}</p>
    </>
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      icon={people}
      title={t(phrases.create.audienceLegend)}
      closeLabel={t(phrases.ui.close)}
      actions={actions}
    >
      <CallErrorMessage title={t(phrases.posts.changeAudienceFailed)} error={error} />
      <RadioGroup
        rows
        legend={t(phrases.create.audienceLegend)}
        name="audience"
        options={audiences.map((value) => ({ value, label: <Choice value={value} /> }))}
        value={audience}
        onChange={(chosen) => onChange({ audience: chosen })}
      />
      <RadioGroup
        showLegend
        legend={t(phrases.create.replyControlLegend)}
        name="replies"
        options={replyControls.map((value) => ({ value, label: t(replyControlLabels[value]) }))}
        value={replies}
        onChange={(chosen) => onChange({ replies: chosen })}
      />
    </Dialog>
  )
}

function Choice({ value }: { value: Audience }) {
  const t = useTranslate()
  return (
    <span className={styles.choice}>
      <IconTile icon={icons[value]} size={20} />
      <span>
        {t(audienceLabels[value])}
        <small>{t(audienceDescriptions[value])}</small>
      </span>
    </span>
  )
}
