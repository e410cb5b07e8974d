import { getLikedPosts } from '@pawtrait/contract/likes.ts'
import { postListQuery } from '#features/posts/post-lists.ts'
import { SavedOrLikedPosts } from '#features/posts/SavedOrLikedPosts.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'

const likedPosts = postListQuery(['likes'], (query) => call(getLikedPosts, { query }))

/** Photo grid of the posts that the viewer likes, newest like first. `label` is the accessible name of the grid. */
export function LikedPosts({ label }: { label: string }) {
  const t = useTranslate()
  const [none, noneLead] = [t(phrases.profiles.likedEmptyTitle), t(phrases.profiles.likedEmptyText)]
  return <SavedOrLikedPosts of="liked" list={likedPosts} label={label} none={none} noneLead={noneLead} />
}
