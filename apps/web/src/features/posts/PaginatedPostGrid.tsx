import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { toPaginationState } from '#shell/LoadMore.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { PostGrid, type PostGridProps, PostGridSkeleton } from './PostGrid.tsx'

type PostWallProps = {
  list: Parameters<typeof toPaginationState>[0] & {
    data: { pages: { ids: PostId[] }[] } | undefined
    errorUpdateCount: number
    isFetching: boolean
    refetch: () => Promise<unknown>
  }
  label: string
  empty: ReactNode
  noteOf?: (post: Post) => string
  badgeOf?: (post: Post) => string
  renderWall?: (grid: PostGridProps) => ReactNode
}

const renderGrid = (grid: PostGridProps) => <PostGrid {...grid} />

/** Grid of a paginated list of posts, with its loading, error and empty states. */
export function PaginatedPostGrid({ list, label, empty, noteOf, badgeOf, renderWall = renderGrid }: PostWallProps) {
  const t = useTranslate()
  if (hasQueryFailed(list))
    return (
      <LoadErrorMessage title={t(phrases.profiles.postsLoadFailed)} query={list}>
        {t(phrases.profiles.loadFailedText)}
      </LoadErrorMessage>
    )
  if (!list.data) return <PostGridSkeleton label={t(phrases.ui.loadingLabel)} />
  const posts = list.data.pages.flatMap(({ ids }) => ids)
  if (posts.length === 0 && !list.hasNextPage) return empty
  const words = { ...(noteOf && { noteOf }), ...(badgeOf && { badgeOf }) }
  return renderWall({ posts, label, ...words, ...toPaginationState(list) })
}
