import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '#shell/Content.tsx'
import { loadsForUser } from '#shell/page.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { ArchiveWall } from './ArchiveWall.tsx'
import { archiveQuery } from './use-archive.ts'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  if (import.meta.env.SSR) await queries.prefetchInfiniteQuery(archiveQuery(call))
  return { head: { title: t(phrases.app.pageTitle, { page: t(phrases.posts.archive) }), hidden: true } }
})

/** `/archive`: one's own posts that are off the wall. */
export function ArchivePage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t(phrases.posts.archive)} back titled />
      <Content>
        <p className="muted">{t(phrases.posts.archiveLead)}</p>
        <ArchiveWall />
      </Content>
    </>
  )
}
