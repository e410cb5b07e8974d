import type { PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getMosaicImageSizes } from '#features/media/photo-sizes.ts'
import { usePost } from '#features/posts/use-post.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Link } from '#ui/Link.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './ExploreMosaic.module.css'
import { exploreQuery } from './search-cache.ts'

type Span = { columns: 1 | 2; rows: 1 | 2 }

const small: Span = { columns: 1, rows: 1 }
const wide: Span = { columns: 2, rows: 1 }
const tall: Span = { columns: 1, rows: 2 }
const large: Span = { columns: 2, rows: 2 }

// Repeating pattern of tile sizes that fills four columns without gaps.
const pattern: readonly Span[] = [large, small, tall, small, small, wide, small, small, small, wide]

const getSpan = (index: number): Span => pattern[index % pattern.length] ?? small

const getSpanClass = ({ columns, rows }: Span) =>
  classNames(styles.tile, columns === 2 && styles.wide, rows === 2 && styles.tall)

/** Mosaic of the newest public posts, one per author, for the Explore page. */
export function ExploreMosaic() {
  const t = useTranslate()
  const list = useInfiniteQuery(exploreQuery())
  const posts = list.data?.pages.flatMap(({ ids }) => ids) ?? []
  return (
    <section aria-labelledby="explore">
      <header className={styles.head}>
        <h2 id="explore">{t(phrases.search.explore)}</h2>
        <p>{t(phrases.search.exploreHelp)}</p>
      </header>
      {list.isPending && !hasQueryFailed(list) && <MosaicSkeleton />}
      {hasQueryFailed(list) && <LoadErrorMessage title={t(phrases.search.exploreLoadFailed)} query={list} />}
      {list.isSuccess && posts.length === 0 && <EmptyMosaic />}
      <ul className={styles.mosaic} aria-label={t(phrases.search.explore)}>
        {posts.map((id, index) => (
          <Tile key={id} id={id} index={index} />
        ))}
      </ul>
      <LoadMore {...toPaginationState(list)} />
    </section>
  )
}

function EmptyMosaic() {
  const t = useTranslate()
  const firstPostLink = (
    <Link className={buttonClass()} to={paths.create}>
      {t(phrases.search.postFirstPhoto)}
    </Link>
  )
  return (
    <EmptyState
      picture={<EmptyListArt of="explore" />}
      title={t(phrases.search.exploreEmptyTitle)}
      actions={firstPostLink}
    >
      {t(phrases.search.exploreEmptyText)}
    </EmptyState>
  )
}

function Tile({ id, index }: { id: PostId; index: number }) {
  const post = usePost(id)
  return post && <TileOf post={post} index={index} />
}

const PRIORITY_COUNT = 6 // number of tiles above the fold

function TileOf({ post, index }: { post: Post; index: number }) {
  const t = useTranslate()
  const span = getSpan(index)
  const { photos, pets, author, caption } = post
  const [first] = photos
  const name = t(phrases.search.postBy, { name: author.username })
  const label = caption || first?.alt
  return (
    <li className={getSpanClass(span)}>
      <Link
        className="over-photo"
        to={paths.post(post.id)}
        aria-label={[name, ...pets.map((pet) => pet.name), label && truncateWithEllipsis(label, 120)]
          .filter(Boolean)
          .join(', ')}
      >
        {first && (
          <Photo
            photo={first}
            alt=""
            sizes={getMosaicImageSizes(first, span)}
            fit="cover"
            priority={index < PRIORITY_COUNT}
          />
        )}
        <span className={styles.plate}>
          <span dir="auto">{pets[0]?.name ?? `@${author.username}`}</span>
        </span>
      </Link>
    </li>
  )
}

function MosaicSkeleton() {
  const t = useTranslate()
  return (
    <LabelledSkeleton label={t(phrases.search.loadingExplore)}>
      <div className={styles.mosaic}>
        {pattern.map((span, index) => (
          <Skeleton key={index} shape="block" className={getSpanClass(span)} />
        ))}
      </div>
    </LabelledSkeleton>
  )
}
