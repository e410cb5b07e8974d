import { classNames } from '#ui/class-names.ts'
import styles from './Avatar.module.css'

type AvatarProps = {
  /** User id, which determines one of five colour pairs. */
  id: string
  /** Full name or username, for the initials. */
  name: string
  /** URL of the picture; null to show initials. */
  image?: string | null | undefined
  size?: 32 | 36 | 44 | 56 | 112
}

const backdrops = ['rosehip', 'dusk', 'moss', 'marigold'].map((name) => `${styles.backdrop} bd-${name}`)
const PAIRS = [styles.spruce, ...backdrops]

function selectColourClass(id: string): string | undefined {
  let hash = 0
  for (const char of id) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return PAIRS[hash % PAIRS.length]
}

function computeInitials(name: string): string {
  const words = name.split(/[\s._]+/u).filter(Boolean)
  const usedWords = words.length > 1 ? [words[0], words.at(-1)] : words
  return usedWords.map((word) => /^./u.exec(word ?? '')?.[0].toLocaleUpperCase() ?? '').join('')
}

/** Avatar of a user: a round picture or initials. Decorative, because the name is beside it. */
export function Avatar({ id, name, image, size = 44 }: AvatarProps) {
  const shape = classNames(styles.avatar, styles[`s${size}`])
  // Loads lazily, so that avatars do not delay the photo beside them.
  if (image)
    return <img className={shape} src={image} alt="" width={size} height={size} loading="lazy" decoding="async" />
  return (
    <span dir="auto" className={classNames(shape, selectColourClass(id))} aria-hidden="true">
      {computeInitials(name)}
    </span>
  )
}
