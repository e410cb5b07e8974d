import { findMatch } from './find-match.ts'
import styles from './MatchedText.module.css'

/** Text with the first match of `q` underlined. */
export function MatchedText({ text, q }: { text: string; q: string }) {
  const found = findMatch(text, q)
  if (!found) return <bdi>{text}</bdi>
  const [before, match, after] = found
  return (
    <bdi>
      {before}
      <mark className={styles.match}>{match}</mark>
      {after}
    </bdi>
  )
}
