import { peopleQuery } from '#features/follows/people-cache.ts'
import { closeFriendsQuery, useCloseFriends } from '#features/follows/close-friends.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { CloseFriends } from '../CloseFriends.tsx'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'
import { useViewer } from '../viewer.ts'

export const loader = loadsForUser(async ({ t, queries, call, viewer }) => {
  await Promise.all([
    queries.prefetchQuery(closeFriendsQuery(call)),
    queries.prefetchInfiniteQuery(peopleQuery('followers', viewer.id, '', call)),
  ])
  return { head: { title: t('app.pageTitle', { page: t('follows.closeFriends') }), hidden: true } }
})

/** `/settings/close-friends` */
export function CloseFriendsPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const { list } = useCloseFriends()
  return (
    <>
      <TopBar title={t('follows.closeFriends')} back />
      <Content>
        <Loaded query={list} failed={t('follows.friendsFailed')}>
          {() => viewer && <CloseFriends viewer={viewer} />}
        </Loaded>
      </Content>
    </>
  )
}
