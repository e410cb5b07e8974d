import type { SearchHit } from '@pawtrait/contract/search.ts'
import { FollowButton } from '#features/follows/FollowButton.tsx'
import { speciesLabels } from '#i18n/en/by-value/pets/species-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { RowCard, RowDetail } from '#ui/lists/RowCard.tsx'
import { HitPicture } from './HitPicture.tsx'
import styles from './HitRow.module.css'
import { MatchedText } from './MatchedText.tsx'
import { getFollowTarget } from './search-cache.ts'

export const hitTypeLabels = {
  pet: phrases.search.petHitLabel,
  user: phrases.search.userHitLabel,
  post: phrases.search.postHitLabel,
  tag: phrases.search.tagHitLabel,
  place: phrases.search.placeHitLabel,
} as const

/** Row of a search hit: type, name with the match underlined, and a follow button for users and pets. */
export function HitRow({ hit, q }: { hit: SearchHit; q: string }) {
  const t = useTranslate()
  const { type, name, href, detail, followedByMe, requestedByMe } = hit
  const followed = getFollowTarget(hit)
  const action = followed && followedByMe !== null && (
    <FollowButton followed={followed} known={{ followedByMe, requestedByMe }} name={type === 'user' ? detail : name} />
  )
  return (
    <RowCard to={href} picture={<HitPicture hit={hit} size={60} />} action={action}>
      <span className={styles.kind}>{t(hitTypeLabels[type])}</span>
      <b>
        {type === 'tag' && '#'}
        <MatchedText text={name} q={q} />
      </b>
      <HitDetail hit={hit} q={q} />
    </RowCard>
  )
}

/** Second line of a hit, which shows the username, breed, or number of posts. */
export function HitDetail({ hit, q }: { hit: SearchHit; q: string }) {
  const t = useTranslate()
  const { type, detail, species, postCount } = hit
  if (type === 'user')
    return (
      <RowDetail asId>
        @<MatchedText text={detail} q={q} />
      </RowDetail>
    )
  const text = postCount !== null ? t(phrases.search.postCount, { count: postCount }) : detail
  return (
    <RowDetail>
      <bdi>{text || (species && t(speciesLabels[species]))}</bdi>
    </RowDetail>
  )
}
