import type { UserCard, Viewer } from '@pawtrait/contract/users.ts'
import glass from '@phosphor-icons/core/regular/magnifying-glass.svg?path'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { useOptimisticCheckbox } from '#lib/use-optimistic-checkbox.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './CloseFriendsPage.module.css'
import { CloseFriendsSummary } from './CloseFriendsSummary.tsx'
import { closeFriendsQuery, useCloseFriends, useFailedFriendChanges } from './close-friends.ts'
import { type FollowListKind, followListQuery } from './follow-list-cache.ts'

export const loader = userPageLoader(async ({ t, queries, call, viewer }) => {
  await Promise.all([
    queries.prefetchQuery(closeFriendsQuery(call)),
    queries.prefetchInfiniteQuery(followListQuery('followers', viewer.id, '', call)),
  ])
  return { head: createPageHead(t, t(phrases.follows.closeFriends)) }
})

/** The page at `/settings/close-friends`, where the viewer chooses close friends. */
export function CloseFriendsPage() {
  const t = useTranslate()
  const viewer = useViewer()
  const { list } = useCloseFriends()
  return (
    <>
      <TopBar title={t(phrases.follows.closeFriends)} back />
      <MainContent>
        <QueryContent query={list} failed={t(phrases.follows.closeFriendsLoadFailed)}>
          {() => viewer && <CloseFriends viewer={viewer} />}
        </QueryContent>
      </MainContent>
    </>
  )
}

const createNameFilter = (q: string) => (user: UserCard) =>
  `${user.fullname} ${user.username}`.toLowerCase().includes(q.toLowerCase())

/**
 * Form to choose close friends among the viewer's followers and followed users, with a summary of the chosen friends.
 */
function CloseFriends({ viewer }: { viewer: Pick<Viewer, 'id'> }) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const [kind, setKind] = useState<FollowListKind>('followers')
  const { list, set } = useCloseFriends()
  const friends = list.data ?? []
  const clear = () => {
    for (const user of friends) void set({ user, isFriend: false })
  }
  const kinds = [
    { value: 'followers', label: t(phrases.profiles.followersTitle) },
    { value: 'following', label: t(phrases.profiles.followingTitle) },
  ] as const
  return (
    <div className={styles.two}>
      <section className={styles.card} aria-label={t(phrases.follows.candidatesLabel)}>
        <SearchField
          label={t(phrases.follows.findPerson)}
          placeholder={t(phrases.follows.findPerson)}
          icon={glass}
          value={typed}
          maxLength={60}
          onChange={({ target }) => setTyped(target.value)}
        />
        <RadioGroup
          legend={t(phrases.follows.candidatesFilterLabel)}
          name="close-friends-among"
          options={kinds}
          value={kind}
          onChange={setKind}
        />
        <FailedChanges />
        <PickList {...{ viewer, kind, friends, set }} q={useDebounced(typed.trim())} />
      </section>
      <CloseFriendsSummary friends={friends} onClear={clear} />
    </div>
  )
}

function FailedChanges() {
  const t = useTranslate()
  const list = new Intl.ListFormat(useLocale())
  const failedNames = useFailedFriendChanges()
  if (failedNames.length === 0) return null
  return <ErrorBox title={t(phrases.follows.closeFriendChangeFailed, { names: list.format(failedNames) })} />
}

type PickListProps = {
  viewer: Pick<Viewer, 'id'>
  kind: FollowListKind
  q: string
  friends: readonly UserCard[]
  set: (change: { user: UserCard; isFriend: boolean }) => Promise<unknown>
}

function PickList({ viewer, kind, q, friends, set }: PickListProps) {
  const t = useTranslate()
  // Users who were close friends at page load are always listed first, so that a tick moves no row.
  const [first] = useState(friends)
  const list = useInfiniteQuery(followListQuery(kind, viewer.id, q))
  const friendIdsInList = new Set(first.map(({ id }) => id))
  const people = list.data?.pages.flatMap((page) => page.users).filter((user) => !friendIdsInList.has(user.id)) ?? []
  const shownUsers: UserCard[] = [...first.filter(createNameFilter(q)), ...people]
  const friendIds = new Set(friends.map(({ id }) => id))
  if (hasQueryFailed(list)) return <LoadErrorMessage title={t(phrases.profiles.listLoadFailed)} query={list} />
  if (list.data && shownUsers.length === 0 && !list.hasNextPage)
    return (
      <p className={styles.nobody} role="status">
        {t(
          q
            ? phrases.profiles.noMatchTitle
            : kind === 'followers'
              ? phrases.profiles.ownFollowersEmptyTitle
              : phrases.profiles.ownFollowingEmptyTitle,
        )}
      </p>
    )
  return (
    <>
      <ul className={styles.picks} aria-label={t(phrases.follows.candidatesLabel)} aria-busy={list.isPlaceholderData}>
        {shownUsers.map((user) => (
          <PickRow
            key={user.id}
            person={user}
            checked={friendIds.has(user.id)}
            onChange={(isFriend) => set({ user: toUserCard(user), isFriend })}
          />
        ))}
      </ul>
      <LoadMore {...toPaginationState(list)} />
    </>
  )
}

const toUserCard = ({ id, username, fullname, image }: UserCard): UserCard => ({ id, username, fullname, image })

type PickRowProps = { person: UserCard; checked: boolean; onChange: (checked: boolean) => Promise<unknown> }

/** Row of a user with a checkbox. A press anywhere on the row toggles the checkbox. */
function PickRow({ person: { id, username, fullname, image }, checked, onChange }: PickRowProps) {
  const [shown, tick] = useOptimisticCheckbox(checked, onChange)
  return (
    <li>
      <label className={styles.row}>
        <Avatar id={id} name={fullname} image={image} size={44} />
        <span className={styles.names}>
          <b>
            <bdi>{fullname}</bdi>
          </b>
          <span className={styles.username}>@{username}</span>
        </span>
        <input type="checkbox" checked={shown} onChange={({ target }) => tick(target.checked)} />
      </label>
    </li>
  )
}
