import type { SearchHit } from '@pawtrait/contract/search.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { extractSnippet } from './find-match.ts'
import { MatchedText } from './MatchedText.tsx'
import styles from './PostHit.module.css'

type PostHitProps = { hit: SearchHit; q: string; sizes: string; isAboveFold: boolean }

/** A matching post with photo, author, and the text around the match. */
export function PostHit({ hit, q, sizes, isAboveFold }: PostHitProps) {
  const t = useTranslate()
  const { href, photo, name, detail } = hit
  return (
    <li>
      <Link className={styles.post} to={href}>
        <span className="vh">{t(phrases.search.postHitLabel)}</span>
        <span className={styles.photo}>
          {photo && <Photo photo={photo} alt="" sizes={sizes} fit="cover" priority={isAboveFold} />}
        </span>
        <span className={styles.author}>@{detail}</span>
        <span className={styles.words}>
          <MatchedText text={extractSnippet(name, q)} q={q} />
        </span>
      </Link>
    </li>
  )
}
