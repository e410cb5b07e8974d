import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { truncateToWidth, truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { LinkedText } from '#ui/LinkedText.tsx'
import styles from './Caption.module.css'

// Maximum characters and lines that a long caption shows in a narrow feed, before its "more" button.
const MAX_SHOWN_CHARACTERS = 240
const MAX_SHOWN_LINES = 5

/** Returns the beginning of a caption that is too long for a narrow feed, otherwise null. */
function truncateForFeed(caption: string): string | null {
  const lines = caption.split('\n')
  if (truncateToWidth(caption, MAX_SHOWN_CHARACTERS + 40) === caption && lines.length <= MAX_SHOWN_LINES + 1)
    return null
  return truncateWithEllipsis(lines.slice(0, MAX_SHOWN_LINES).join('\n'), MAX_SHOWN_CHARACTERS).replace(/…$/, '')
}

type CaptionProps = {
  post: Pick<Post, 'caption' | 'names' | 'author'>
  /** True in the feed. The author's name then precedes the caption. Below the photo, a long caption is truncated. */
  inFeed?: boolean
}

/** Caption of a post. Renders nothing for an empty caption. */
export function Caption({ post: { caption, names, author }, inFeed = false }: CaptionProps) {
  const t = useTranslate()
  const [isExpanded, setExpanded] = useState(!inFeed)
  if (!caption) return null
  const beginning = isExpanded ? null : truncateForFeed(caption)
  return (
    <p className={styles.caption} dir="auto">
      {inFeed && (
        <>
          <Link className={styles.author} dir="auto" to={paths.user(author.username)}>
            {author.username}
          </Link>{' '}
        </>
      )}
      {beginning === null ? (
        <LinkedText text={caption} hrefs={paths} names={names} />
      ) : (
        <>
          <span className={styles.whole}>
            <LinkedText text={caption} hrefs={paths} names={names} />
          </span>
          <span className={styles.beginning}>
            <LinkedText text={beginning} hrefs={paths} names={names} />…
            <button type="button" className={styles.more} onClick={() => setExpanded(true)}>
              {t(phrases.posts.expandCaption)}
            </button>
          </span>
        </>
      )}
    </p>
  )
}
