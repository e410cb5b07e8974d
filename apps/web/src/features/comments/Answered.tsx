import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RemovableChip } from '#ui/forms/Chip.tsx'
import { ReplyGone } from './ReplyGone.tsx'
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
