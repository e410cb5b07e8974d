import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { countGraphemes } from '@pawtrait/contract/text/graphemes.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './CommentForm.module.css'

const MIN_LENGTH = 2000

/** Note with the number of characters that a comment may still get. Shown once it has more than 2,000 characters. */
export function CommentLengthNote({ text }: { text: string }) {
  const t = useTranslate()
  const used = text.length > MIN_LENGTH ? countGraphemes(text) : 0
  if (used <= MIN_LENGTH) return null
  return (
    <p className={styles.note} role="status">
      {used > textLimits.comment
        ? t(phrases.comments.tooLong)
        : t(phrases.comments.charactersLeft, { count: textLimits.comment - used })}
    </p>
  )
}
