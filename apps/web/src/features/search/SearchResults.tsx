import { paths } from '@pawtrait/contract/paths.ts'
import type { SearchHit, SearchHitType } from '@pawtrait/contract/search.ts'
import cat from '@pawtrait/stage/art/cat.svg?shapes'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getTileImageSizes } from '#features/media/photo-sizes.ts'
import { noResultsTexts } from '#i18n/en/by-value/posts/no-results-texts.ts'
import { noResultsTitles } from '#i18n/en/by-value/posts/no-results-titles.ts'
import { searchTabLabels } from '#i18n/en/by-value/posts/search-tab-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { Shapes } from '#ui/art/Shapes.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import { HitRow } from './HitRow.tsx'
import { PostHit } from './PostHit.tsx'
import styles from './SearchResults.module.css'
import { searchQuery } from './search-cache.ts'

const PRIORITY_COUNT = 4 // number of posts above the fold

/** Search hits of one type, or of all types if `type` is null. */
export function SearchResults({ q, type }: { q: string; type: SearchHitType | null }) {
  const t = useTranslate()
  const list = useInfiniteQuery(searchQuery(q, type))
  if (hasQueryFailed(list))
    return (
      <LoadErrorMessage title={t(phrases.search.searchFailed)} query={list}>
        {t(phrases.search.searchFailedText)}
      </LoadErrorMessage>
    )
  if (!list.data) return <ResultsSkeleton />
  const { pages } = list.data
  const hits = pages.flatMap((page) => page.hits)
  if (hits.length === 0) return <NoResults q={q} type={type} />
  return (
    <>
      <Count q={q} count={hits.length} mayBeMore={list.hasNextPage} />
      {groupHits(pages).map((group, index) => (
        <Hits key={index} q={q} hits={group} />
      ))}
      <LoadMore {...toPaginationState(list)} />
    </>
  )
}

function Count({ q, count, mayBeMore }: { q: string; count: number; mayBeMore: boolean }) {
  const t = useTranslate()
  return (
    <p role="status" className={styles.count}>
      {mayBeMore ? t(phrases.search.matchCountOverLimit, { count, q }) : t(phrases.search.matchCount, { count, q })}
    </p>
  )
}

const order = ['pet', 'user', 'tag', 'place', 'post'] as const

/**
 * Returns the hits as lists. No list contains both posts and other types. Within each page, hits are grouped by type,
 * so that loading the next page does not move earlier hits.
 */
function groupHits(pages: readonly { hits: readonly SearchHit[] }[]): SearchHit[][] {
  const lists: SearchHit[][] = []
  for (const hit of pages.flatMap(({ hits }) =>
    order.flatMap((type) => hits.filter((candidate) => candidate.type === type)),
  )) {
    const last = lists.at(-1)
    if (last && isPost(last[0]) === isPost(hit)) last.push(hit)
    else lists.push([hit])
  }
  return lists
}

const isPost = (hit: SearchHit | undefined) => hit?.type === 'post'

function Hits({ q, hits }: { q: string; hits: readonly SearchHit[] }) {
  const t = useTranslate()
  if (!isPost(hits[0]))
    return (
      <ul className={styles.hits} aria-label={t(phrases.search.resultsLabel)}>
        {hits.map((hit) => (
          <HitRow key={`${hit.type} ${hit.id}`} hit={hit} q={q} />
        ))}
      </ul>
    )
  return (
    <>
      <h2 className={styles.title}>{t(searchTabLabels.post)}</h2>
      <ul className={styles.posts} aria-label={t(searchTabLabels.post)}>
        {hits.map((hit, index) => (
          <PostHit
            key={hit.id}
            hit={hit}
            q={q}
            sizes={hit.photo ? getTileImageSizes(hit.photo, true, 2) : ''}
            isAboveFold={index < PRIORITY_COUNT}
          />
        ))}
      </ul>
    </>
  )
}

/** Empty state of the results, with a drawing of a cat. */
function NoResults({ q, type }: { q: string; type: SearchHitType | null }) {
  const t = useTranslate()
  return (
    <div className={styles.none} role="status">
      <svg width="6.25rem" height="7.5rem" viewBox="0 0 200 240" aria-hidden="true" focusable="false">
        <Shapes of={cat} />
      </svg>
      <h2>{t(type ? noResultsTitles[type] : phrases.search.emptyTitle)}</h2>
      <p>{t(type ? noResultsTexts[type] : phrases.search.emptyText, { q })}</p>
      <Link className={buttonClass({ kind: 'soft' })} to={paths.search(type ? q : '')}>
        {t(type ? phrases.search.searchEverything : phrases.search.backToExplore)}
      </Link>
    </div>
  )
}

const ROWS = 6

function ResultsSkeleton() {
  const t = useTranslate()
  return (
    <LabelledSkeleton label={t(phrases.search.loadingLabel)}>
      <Skeleton className={styles.line} />
      <div className={styles.hits}>
        {Array.from({ length: ROWS }, (_, index) => (
          <Skeleton key={index} shape="block" className={styles.row} />
        ))}
      </div>
    </LabelledSkeleton>
  )
}
