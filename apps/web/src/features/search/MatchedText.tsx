import { findMatch } from './find-match.ts'
import styles from './MatchedText.module.css'

/** Text with the first match of `q` underlined. */
export function MatchedText({ text, q }: { text: string; q: string }) {
  const parts = findMatch(text, q)
  if (!parts) return <bdi>{text}</bdi>
  const [before, match, after] = parts
  return (
    <bdi>
      {before}
      <mark className={styles.match}>{match}</mark>
      {after}
    </bdi>
  )
}
