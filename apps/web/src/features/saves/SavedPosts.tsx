import type { ApiCall } from '@pawtrait/contract/render.ts'
import { getSavedPosts } from '@pawtrait/contract/saves.ts'
import { postListQuery } from '#features/posts/post-lists.ts'
import { SavedOrLikedPosts } from '#features/posts/SavedOrLikedPosts.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call as browserCall } from '#lib/server/call.ts'

/** Query for the viewer's saved posts, last saved first. */
export const savedPostsQuery = (call: ApiCall = browserCall) =>
  postListQuery(['saves'], (query) => call(getSavedPosts, { query }))

/** Grid of the viewer's saved posts, last saved first; `label` names the list. */
export function SavedPosts({ label }: { label: string }) {
  const t = useTranslate()
  const [none, noneLead] = [t(phrases.profiles.savedEmptyTitle), t(phrases.profiles.savedEmptyText)]
  return <SavedOrLikedPosts of="saved" list={savedPostsQuery()} label={label} none={none} noneLead={noneLead} />
}
