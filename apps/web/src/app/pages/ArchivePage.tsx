import { archiveQuery } from '#features/posts/use-archive.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ArchiveWall } from '../ArchiveWall.tsx'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  if (import.meta.env.SSR) await queries.prefetchInfiniteQuery(archiveQuery(call))
  return { head: { title: t('app.pageTitle', { page: t('posts.archive') }), hidden: true } }
})

/** `/archive`: one's own posts that are off the wall. */
export function ArchivePage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t('posts.archive')} back titled />
      <Content>
        <p className="muted">{t('posts.archiveLead')}</p>
        <ArchiveWall />
      </Content>
    </>
  )
}
