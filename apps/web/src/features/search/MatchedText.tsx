import { findMatch } from './find-match.ts'
import styles from './MatchedText.module.css'

/** Text with the first match of `q` underlined. */
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
