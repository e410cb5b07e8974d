import type { PostId } from '@pawtrait/contract/ids.ts'
import { useParams } from 'react-router'
import { postQuery } from '#features/posts/post-cache.ts'
import { usePost } from '#features/posts/use-post.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { PostHistory } from './PostHistory.tsx'
import styles from './PostHistoryPage.module.css'
import { postEditsQuery } from './post-edits.ts'

export const loader = userPageLoader(async ({ t, queries, call, viewer }, { params }) => {
  const id = params.id as PostId
  const post = await queries.fetchQuery({ ...postQuery(id, call), staleTime: 0 })
  if (post?.author.id !== viewer.id) throw new PageError(404)
  await queries.fetchInfiniteQuery(postEditsQuery(id, call))
  return { head: createPageHead(t, t(phrases.posts.editHistory)) }
})

/** The page at `/posts/{id}/history`, for the post's author. */
export function PostHistoryPage() {
  const t = useTranslate()
  const post = usePost(useParams().id as PostId)
  const [first] = post?.photos ?? []
  return (
    <>
      <TopBar title={t(phrases.posts.editHistory)} back titled />
      <MainContent>
        {post && (
          <div className={styles.history}>
            <aside className={styles.card}>
              {first && (
                <Photo className={styles.photo ?? ''} photo={first} alt={first.alt} sizes="380px" fit="cover" />
              )}
              <p className="muted small">{t(phrases.posts.editHistoryHelp)}</p>
            </aside>
            <PostHistory post={post} />
          </div>
        )}
      </MainContent>
    </>
  )
}
