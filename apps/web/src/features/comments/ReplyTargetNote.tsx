import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { RemovableChip } from '#ui/forms/Chip.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import type { ReplyTarget } from './use-reply-target.ts'

type ReplyTargetNoteProps = { replyTo: ReplyTarget; onStop: () => void; onNew: () => void }

/** Note above the comment field: the author of the answered comment, and a button to cancel the reply. */
export function ReplyTargetNote({ replyTo, onStop, onNew }: ReplyTargetNoteProps) {
  const t = useTranslate()
  const { name, isGone } = replyTo
  if (isGone) return <ReplyGone name={name} onNew={onNew} />
  return (
    <RemovableChip removeLabel={t(phrases.comments.stopReplying, { name })} onRemove={onStop}>
      {t(phrases.comments.replyingTo, { name })}
    </RemovableChip>
  )
}

/** Message that the answered comment was deleted. The text can still be posted as a new comment. */
function ReplyGone({ name, onNew }: { name: string; onNew: () => void }) {
  const t = useTranslate()
  const asNew = (
    <Button kind="ghost" small onClick={onNew}>
      {t(phrases.comments.postAsNewComment)}
    </Button>
  )
  return (
    <ErrorBox title={t(phrases.comments.replyTargetDeleted, { name })} action={asNew}>
      {t(phrases.comments.inputKeptNote)}
    </ErrorBox>
  )
}
