import type { PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import copies from '@phosphor-icons/core/fill/copy-simple-fill.svg?path'
import { getTileImageSizes } from '#features/media/photo-sizes.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { LoadMore, type PaginationState } from '#shell/LoadMore.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { LabelledSkeleton, Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './PostGrid.module.css'
import { usePost } from './use-post.ts'

export type PostGridProps = PaginationState & {
  /** Ids of posts that `cachePosts` has put into the cache. */
  posts: readonly PostId[]
  /** Accessible name of the list, such as "Posts by wanjiru.k". */
  label: string
  /** Returns a short text to show under the photo, for example the pet's age at the time. */
  noteOf?: (post: Post) => string
  /** Returns a short label to show on the photo, or an empty string for none. */
  badgeOf?: (post: Post) => string
}

// Number of photos above the fold, which load eagerly.
const PRIORITY_COUNT = 8

/** Grid of square photos, each a link to its post. Loads the next page near the end. */
export function PostGrid({ posts, label, noteOf, badgeOf, ...more }: PostGridProps) {
  return (
    <>
      <ul className={styles.grid} aria-label={label}>
        {posts.map((id, index) => (
          <Tile key={id} id={id} priority={index < PRIORITY_COUNT} noteOf={noteOf} badgeOf={badgeOf} />
        ))}
      </ul>
      <LoadMore {...more} />
    </>
  )
}

type TileLook = {
  priority: boolean
  noteOf: PostGridProps['noteOf'] | undefined
  badgeOf: PostGridProps['badgeOf'] | undefined
}

function Tile({ id, ...look }: TileLook & { id: PostId }) {
  const post = usePost(id)
  return post && <TileOf post={post} {...look} />
}

function TileOf({ post, priority, noteOf, badgeOf }: TileLook & { post: Post }) {
  const t = useTranslate()
  const viewer = useViewer()
  const [first] = post.photos
  const title = post.caption || first?.alt
  const note = noteOf?.(post)
  const badge = badgeOf?.(post)
  const name = [t(phrases.posts.tileLabel, { name: post.author.username }), badge, note].filter(Boolean).join(', ')
  return (
    <li className={styles.tile}>
      <Link
        className="over-photo"
        to={paths.post(post.id)}
        aria-label={title ? `${name}: ${truncateWithEllipsis(title, 120)}` : name}
      >
        {first && (
          <Photo
            photo={first}
            alt=""
            sizes={getTileImageSizes(first, viewer !== null)}
            fit="cover"
            priority={priority}
          />
        )}
        {badge && <span className={styles.badge}>{badge}</span>}
        {post.photos.length > 1 && (
          <span className={styles.several} title={t(phrases.posts.tilePhotoCount, { count: post.photos.length })}>
            <Icon path={copies} size={18} />
          </span>
        )}
      </Link>
      {note && (
        <span className={styles.note} aria-hidden="true">
          {note}
        </span>
      )}
    </li>
  )
}

export function PostGridSkeleton({ label }: { label: string }) {
  return (
    <LabelledSkeleton label={label}>
      <div className={styles.grid}>
        {Array.from({ length: PRIORITY_COUNT }, (_, index) => (
          <Skeleton key={index} shape="block" className={styles.outline} />
        ))}
      </div>
    </LabelledSkeleton>
  )
}
