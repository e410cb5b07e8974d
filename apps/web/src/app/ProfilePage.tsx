import { paths } from '@pawtrait/contract/paths.ts'
import gear from '@phosphor-icons/core/regular/gear-six.svg?path'
import { PostingStatus } from '#features/posts/PostingStatus.tsx'
import { userPostsQuery } from '#features/posts/post-lists.ts'
import { profileQuery } from '#features/profiles/profile-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import styles from '#shell/SettingsLink.module.css'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { ProfileView } from './ProfileView.tsx'

export const loader = userPageLoader(async ({ t, queries, call, viewer }) => {
  // Only the server waits for the data. In the browser the page at once shows the cached profile or a skeleton.
  if (import.meta.env.SSR)
    await Promise.all([
      queries.prefetchQuery(profileQuery(viewer.username, call)),
      queries.prefetchInfiniteQuery(userPostsQuery(viewer.id, call)),
    ])
  return { head: createPageHead(t, t(phrases.profiles.pageTitle)) }
})

/** Page at `/dashboard/profile`: the viewer's own profile. */
export function ProfilePage() {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <>
      <TopBar title={t(phrases.profiles.pageTitle)} titled>
        <Link className={styles.settings} to={paths.settings} aria-label={t(phrases.app.settings)}>
          <Icon path={gear} />
        </Link>
      </TopBar>
      <MainContent>
        <PostingStatus />
        {viewer && <ProfileView username={viewer.username} />}
      </MainContent>
    </>
  )
}
