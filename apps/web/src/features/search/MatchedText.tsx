import { findMatch } from './find-match.ts'
import styles from './MatchedText.module.css'

/** A text with the part that matched underlined in marmalade. */
export function MatchedText({ text, q }: { text: string; q: string }) {
  const found = findMatch(text, q)
  if (!found) return text
  const [before, match, after] = found
  return (
    <>
      {before}
      <mark className={styles.match}>{match}</mark>
      {after}
    </>
  )
}
