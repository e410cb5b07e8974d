import { paths } from '@pawtrait/contract/paths.ts'
import { getSaves } from '@pawtrait/contract/saves.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PostWall } from '#features/posts/PostWall.tsx'
import { postList } from '#features/posts/post-lists.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/call.ts'
import { buttonClass } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { Link } from '#ui/Link.tsx'

/** What the viewer saved, last saved first; read anew each time it is looked at. */
const savedPostsQuery = () => ({
  ...postList(['saves'], (query) => call(getSaves, { query })),
  refetchOnMount: 'always' as const,
})

/** Everything one saved, as a wall; `label` names the list. */
export function SavedWall({ label }: { label: string }) {
  const t = useTranslate()
  const list = useInfiniteQuery(savedPostsQuery())
  const explore = (
    <Link className={buttonClass({ kind: 'soft' })} to={paths.search()}>
      {t(phrases.profiles.goExplore)}
    </Link>
  )
  const empty = (
    <EmptyState plate={t(phrases.app.yours)} title={t(phrases.profiles.noSaved)} actions={explore}>
      {t(phrases.profiles.noSavedLead)}
    </EmptyState>
  )
  return <PostWall list={list} label={label} empty={empty} />
}
