import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'

/** Says that the comment one answers is gone; the words may stand by themselves. */
export function ReplyGone({ name, onNew }: { name: string; onNew: () => void }) {
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
