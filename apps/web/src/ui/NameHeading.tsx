import { isolateBidi } from '#lib/bidi-isolate.ts'
import { classNames } from './class-names.ts'
import styles from './NameHeading.module.css'

/**
 * Heading with a name that a user chose. Long names, and names with long words, get a smaller font, so that words do
 * not break.
 */
export function NameHeading({ name }: { name: string }) {
  const size = selectSize(name)
  return <h2 className={classNames(styles.name, size && styles[size])}>{isolateBidi(name)}</h2>
}

// A long word gets a smaller font. On a phone 320 px wide, a line fits a word of 9 letters at full size. At the two
// smaller sizes, a line fits 14 and 18 letters. Longer words break.
function selectSize(name: string): 'small' | 'smaller' | undefined {
  const longestWord = Math.max(...name.split(/\s+/).map((word) => word.length))
  if (longestWord > 14 || name.length > 40) return 'smaller'
  return longestWord > 9 || name.length > 24 ? 'small' : undefined
}
