import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { LoadMore } from '#shell/LoadMore.tsx'
import { PostGrid, type PostGridProps } from './PostGrid.tsx'
import styles from './PostsByYear.module.css'
import { postKey } from './post-cache.ts'

const noPagination = { hasMore: false, isLoading: false, hasFailed: false, loadMore: () => {} }

/** A memorial's posts grouped by year. `dayOf` returns the day of a post in the pet's time zone. */
export function PostsByYear({
  posts,
  label,
  noteOf,
  dayOf,
  ...more
}: PostGridProps & { dayOf: (post: Post) => string }) {
  const queries = useQueryClient()
  const getYear = (id: PostId) => {
    const post = queries.getQueryData<Post | null>(postKey(id))
    return post ? dayOf(post).slice(0, 4) : ''
  }
  const years = Map.groupBy(posts, getYear)
  return (
    <>
      {[...years].map(([year, ids]) => (
        <section key={year} className={styles.year} aria-labelledby={`year-${year}`}>
          <h3 id={`year-${year}`} className={styles.plate}>
            {year}
          </h3>
          <PostGrid posts={ids} label={`${label}, ${year}`} {...(noteOf && { noteOf })} {...noPagination} />
        </section>
      ))}
      <LoadMore {...more} />
    </>
  )
}
