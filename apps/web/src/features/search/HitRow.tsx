import type { Hit } from '@pawtrait/contract/search.ts'
import { Link } from 'react-router'
import { FollowButton } from '#features/follows/FollowButton.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { HitPicture } from './HitPicture.tsx'
import styles from './HitRow.module.css'
import { MatchedText } from './MatchedText.tsx'
import { followedIn } from './search-cache.ts'

export const kindLabels = {
  pet: 'search.kindPet',
  user: 'search.kindUser',
  post: 'search.kindPost',
  tag: 'search.kindTag',
  place: 'search.kindPlace',
} as const

/** One match: "Pet:" or "User:" and so on, its name with what matched, and Follow where one can. */
export function HitRow({ hit, q }: { hit: Hit; q: string }) {
  const t = useTranslate()
  const { type, name, href, detail, followedByMe } = hit
  const followed = followedIn(hit)
  return (
    <li className={styles.hit}>
      <Link className={styles.who} to={href}>
        <HitPicture hit={hit} size={60} />
        <span className={styles.words}>
          <span className={styles.kind}>{t(kindLabels[type])}</span>
          <b>
            {type === 'tag' && '#'}
            <MatchedText text={name} q={q} />
          </b>
          <HitDetail hit={hit} q={q} />
        </span>
      </Link>
      {followed && followedByMe !== null && (
        <FollowButton followed={followed} known={{ followedByMe }} name={type === 'user' ? detail : name} />
      )}
    </li>
  )
}

/** The second line: username, breed, or how many posts. */
export function HitDetail({ hit, q }: { hit: Hit; q: string }) {
  const t = useTranslate()
  const { type, detail, species, postCount } = hit
  if (type === 'user')
    return (
      <span className={styles.username}>
        @<MatchedText text={detail} q={q} />
      </span>
    )
  const text = postCount !== null ? t('search.posts', { count: postCount }) : detail
  return <span className={styles.detail}>{text || (species && t(`species.${species}`))}</span>
}
