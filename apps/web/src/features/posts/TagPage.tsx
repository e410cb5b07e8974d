import { paths } from '@pawtrait/contract/paths.ts'
import { normaliseTag } from '@pawtrait/contract/text/hashtags.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { toPaginationState } from '#shell/LoadMore.tsx'
import { MainContent } from '#shell/MainContent.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { PostGrid, PostGridSkeleton } from './PostGrid.tsx'
import { tagPostsQuery } from './post-lists.ts'

export const loader = pageLoader(async ({ queries, call, t }, { params }) => {
  const tag = normaliseTag(params.tag ?? '')
  if (!tag) throw new PageError(404)
  const { pages } = await queries.fetchInfiniteQuery(tagPostsQuery(tag, call))
  const title = t(phrases.app.pageTitle, { page: t(phrases.posts.tagTitle, { tag }) })
  const hidden = pages[0]?.ids.length === 0
  return { head: { title, description: t(phrases.posts.tagDescription, { tag }), ...(hidden && { hidden }) } }
})

/** The page at `/tags/:tag`, open to everyone. */
export function TagPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const tag = normaliseTag(useParams().tag ?? '')
  const list = useInfiniteQuery(tagPostsQuery(tag))
  const posts = list.data?.pages.flatMap((page) => page.ids) ?? []
  const title = t(phrases.posts.tagTitle, { tag })
  const isEmpty = list.isSuccess && posts.length === 0
  return (
    <>
      <TopBar title={title} back />
      <MainContent>
        {!viewer && <h2 aria-hidden="true">{title}</h2>}
        {list.isPending && <PostGridSkeleton label={t(phrases.ui.loadingLabel)} />}
        {isEmpty ? (
          <EmptyState
            picture={<EmptyListArt of="tag" />}
            title={t(phrases.posts.tagEmptyTitle, { tag })}
            actions={
              <Link className={buttonClass()} to={viewer ? paths.create : paths.signUp} reloadDocument={!viewer}>
                {t(viewer ? phrases.feed.postFirstPhoto : phrases.app.signUp)}
              </Link>
            }
          >
            {t(phrases.posts.tagEmptyText, { tag })}
          </EmptyState>
        ) : (
          <PostGrid posts={posts} label={title} {...toPaginationState(list)} />
        )}
      </MainContent>
    </>
  )
}
