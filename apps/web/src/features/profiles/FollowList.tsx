import { paths } from '@pawtrait/contract/paths.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import glass from '@phosphor-icons/core/regular/magnifying-glass.svg?path'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { type FollowListKind, followListQuery } from '#features/follows/follow-list-cache.ts'
import { PeopleList } from '#features/follows/PeopleList.tsx'
import { PrivateAccountNote, useIsAccountVisible } from '#features/follows/PrivateAccountNote.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useDebounced } from '#lib/use-debounced.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { parseUsername } from '#shell/parse-username.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { buttonClass } from '#ui/Button.tsx'
import chip from '#ui/forms/Chip.module.css'
import { SearchField } from '#ui/forms/SearchField.tsx'
import { Link, NavLink } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import styles from './FollowList.module.css'
import { profileQuery } from './profile-cache.ts'

const MIN_FOR_SEARCH = 8 // minimum number of people for a search field above the list

/** List of a user's followers, or of the users that the user follows. */
export function FollowList({ kind }: { kind: FollowListKind }) {
  const t = useTranslate()
  const username = parseUsername(useParams().handle)
  const { data: profile } = useQuery(profileQuery(username))
  return (
    <>
      <TopBar
        title={t(kind === 'followers' ? phrases.profiles.followersTitle : phrases.profiles.followingTitle)}
        back
      />
      <MainContent>{profile && <Open key={`${kind} ${profile.id}`} kind={kind} profile={profile} />}</MainContent>
    </>
  )
}

function Open({ kind, profile }: { kind: FollowListKind; profile: Profile }) {
  return useIsAccountVisible(profile) ? (
    <People kind={kind} profile={profile} />
  ) : (
    <PrivateAccountNote profile={profile} />
  )
}

function People({ kind, profile }: { kind: FollowListKind; profile: Profile }) {
  const t = useTranslate()
  const [typed, setTyped] = useState('')
  const q = useDebounced(typed.trim())
  const list = useInfiniteQuery(followListQuery(kind, profile.id, q))
  const find = t(kind === 'followers' ? phrases.profiles.findFollowers : phrases.profiles.findFollowing)
  return (
    <>
      <div className={styles.head}>
        <Kinds profile={profile} />
        {(profile.counts[kind] >= MIN_FOR_SEARCH || typed !== '') && (
          <div className={styles.find}>
            <SearchField
              label={find}
              placeholder={find}
              icon={glass}
              value={typed}
              maxLength={60}
              onChange={({ target }) => setTyped(target.value)}
            />
          </div>
        )}
      </div>
      <PeopleList
        list={list}
        label={t(kind === 'followers' ? phrases.profiles.followersOf : phrases.profiles.followingOf, {
          name: profile.fullname,
        })}
        canRemove={kind === 'followers' && profile.me}
        empty={<EmptyFollowList kind={kind} profile={profile} isSearch={q !== ''} />}
      />
    </>
  )
}

function Kinds({ profile }: { profile: Profile }) {
  const t = useTranslate()
  const locale = useLocale()
  const { username, counts } = profile
  const kinds = [
    { kind: 'followers', to: paths.followers(username), label: t(phrases.profiles.followersTitle) },
    { kind: 'following', to: paths.following(username), label: t(phrases.profiles.followingTitle) },
  ] as const
  return (
    <nav className={styles.kinds} aria-label={t(phrases.profiles.followListsLabel)}>
      {kinds.map(({ kind, to, label }) => (
        <NavLink key={kind} className={chip.chip ?? ''} to={to} replace>
          {label} <span>{counts[kind].toLocaleString(locale)}</span>
        </NavLink>
      ))}
    </nav>
  )
}

function EmptyFollowList({ kind, profile, isSearch }: { kind: FollowListKind; profile: Profile; isSearch: boolean }) {
  const t = useTranslate()
  if (isSearch)
    return (
      <div className={styles.none} role="status">
        <h2>{t(phrases.profiles.noMatchTitle)}</h2>
        <p>{t(phrases.profiles.noMatchText)}</p>
      </div>
    )
  const { me, fullname: name } = profile
  const title =
    kind === 'followers'
      ? me
        ? t(phrases.profiles.ownFollowersEmptyTitle)
        : t(phrases.profiles.followersEmptyTitle, { name })
      : me
        ? t(phrases.profiles.ownFollowingEmptyTitle)
        : t(phrases.profiles.followingEmptyTitle, { name })
  const find = (
    <Link className={buttonClass()} to={paths.search()}>
      {t(phrases.profiles.findPeople)}
    </Link>
  )
  return (
    <EmptyState picture={<EmptyListArt of="people" />} title={title} actions={me ? find : undefined}>
      {me && t(kind === 'followers' ? phrases.profiles.followersEmptyText : phrases.profiles.followingEmptyText)}
    </EmptyState>
  )
}
