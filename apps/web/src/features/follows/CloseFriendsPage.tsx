import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '#shell/Content.tsx'
import { loadsForUser } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Loaded } from '#ui/Loaded.tsx'
import { CloseFriends } from './CloseFriends.tsx'
import { closeFriendsQuery, useCloseFriends } from './close-friends.ts'
import { peopleQuery } from './people-cache.ts'

export const loader = loadsForUser(async ({ t, queries, call, viewer }) => {
  await Promise.all([
    queries.prefetchQuery(closeFriendsQuery(call)),
    queries.prefetchInfiniteQuery(peopleQuery('followers', viewer.id, '', call)),
  ])
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.follows.closeFriends) }), hidden: true } }
})

/** `/settings/close-friends` */
export function CloseFriendsPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const { list } = useCloseFriends()
  return (
    <>
      <TopBar title={t(phrases.follows.closeFriends)} back />
      <Content>
        <Loaded query={list} failed={t(phrases.follows.friendsFailed)}>
          {() => viewer && <CloseFriends viewer={viewer} />}
        </Loaded>
      </Content>
    </>
  )
}
