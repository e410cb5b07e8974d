import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { RemovableChip } from '#ui/forms/Chip.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import type { ReplyTo } from './use-reply-to.ts'

type AnsweredProps = { replyTo: ReplyTo; onStop: () => void; onNew: () => void }

/** Whom the words in the field answer, and the way to answer nobody. */
export function Answered({ replyTo, onStop, onNew }: AnsweredProps) {
  const t = useTranslate()
  const { name, isGone } = replyTo
  if (isGone) return <ReplyGone name={name} onNew={onNew} />
  return (
    <RemovableChip removeLabel={t(phrases.comments.stopReplying, { name })} onRemove={onStop}>
      {t(phrases.comments.replyingTo, { name })}
    </RemovableChip>
  )
}

/** Says that the comment one answers is gone; the words may stand by themselves. */
function ReplyGone({ name, onNew }: { name: string; onNew: () => void }) {
  const t = useTranslate()
  const asNew = (
    <Button kind="ghost" small onClick={onNew}>
      {t(phrases.comments.asNew)}
    </Button>
  )
  return (
    <ErrorBox title={t(phrases.comments.answeredGone, { name })} action={asNew}>
      {t(phrases.comments.wordsKept)}
    </ErrorBox>
  )
}
