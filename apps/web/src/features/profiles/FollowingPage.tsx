import { peopleQuery } from '#features/follows/people-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { usernameIn } from '#shell/handle.ts'
import { headNamed, loads } from '#shell/page.ts'
import { readOrKnown } from '#shell/read-or-known.ts'
import { leadToNewName } from './new-name.ts'
import { PeopleView } from './PeopleView.tsx'
import { profileQuery } from './profile-cache.ts'

export const loader = loads(async ({ t, queries, call }, { params }) => {
  const username = usernameIn(params.handle)
  const profile = await readOrKnown(queries, profileQuery(username, call))
  leadToNewName(profile, username, '/following')
  const { id, fullname, isOpen } = profile
  if (import.meta.env.SSR && isOpen) await queries.prefetchInfiniteQuery(peopleQuery('following', id, '', call))
  return { head: headNamed(t, t(phrases.profiles.followingOf, { name: fullname })) }
})

/** The page at `/@{username}/following`, open to everyone. */
export function FollowingPage() {
  return <PeopleView kind="following" />
}
