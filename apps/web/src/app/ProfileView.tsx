import { paths } from '@pawtrait/contract/paths.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import { useQuery } from '@tanstack/react-query'
import { FollowButton } from '#features/follows/FollowButton.tsx'
import { PrivateAccountNote, useIsAccountVisible } from '#features/follows/PrivateAccountNote.tsx'
import { ProfilePets } from '#features/pets/ProfilePets.tsx'
import { PostGridSkeleton } from '#features/posts/PostGrid.tsx'
import { ProfileHeader, ProfileHeaderSkeleton } from '#features/profiles/ProfileHeader.tsx'
import { profileQuery } from '#features/profiles/profile-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { lazyMenu } from '#shell/lazy-menu.tsx'
import { useShareProfile } from '#shell/use-share-profile.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { LabelledSkeleton } from '#ui/states/Skeleton.tsx'
import { PersonMenuButton } from './PersonMenuButton.tsx'
import { ProfilePosts } from './ProfilePosts.tsx'

const LazyPersonMenu = lazyMenu<{ profile: Profile }>(
  async () => (await import('./PersonMenu.tsx')).PersonMenu,
  PersonMenuButton,
)

/** Profile of a user. The viewer's own profile has edit links; other profiles have a Follow button. */
export function ProfileView({ username }: { username: string }) {
  const t = useTranslate()
  const query = useQuery(profileQuery(username))
  const { data: profile } = query
  if (hasQueryFailed(query))
    return (
      <LoadErrorMessage title={t(phrases.profiles.loadFailed)} query={query}>
        {t(phrases.profiles.loadFailedText)}
      </LoadErrorMessage>
    )
  if (!profile) return <ProfileSkeleton />
  return <ProfileContent profile={profile} />
}

function ProfileContent({ profile }: { profile: Profile }) {
  const viewer = useViewer()
  const isMine = viewer?.id === profile.id
  // After the viewer edits name or picture, the cached profile is outdated. So both are read from the cached viewer.
  const shown = isMine ? { ...profile, fullname: viewer.fullname, image: viewer.image } : profile
  const isOpen = useIsAccountVisible(profile)
  const to = { followers: paths.followers(profile.username), following: paths.following(profile.username) }
  return (
    <>
      <ProfileHeader profile={shown} listPaths={isOpen ? to : null}>
        {isMine ? <EditLink /> : <Follow profile={profile} />}
        <Share profile={profile} />
        {!isMine && <LazyPersonMenu profile={profile} />}
      </ProfileHeader>
      <ProfilePets pets={profile.pets} isMine={isMine} />
      {isOpen ? <ProfilePosts user={profile} isMine={isMine} /> : <PrivateAccountNote profile={profile} />}
    </>
  )
}

function EditLink() {
  const t = useTranslate()
  return (
    <Link className={buttonClass({ kind: 'soft', small: true })} to={paths.editProfile}>
      <Icon path={pencil} size={20} />
      {t(phrases.profiles.editProfile)}
    </Link>
  )
}

function Follow({ profile }: { profile: Profile }) {
  const { id, username, followedByMe, requestedByMe, isPrivate, counts } = profile
  const onVisitor = useVisitorGate()
  return (
    <FollowButton
      followed={{ kind: 'user', id }}
      known={{ followedByMe, requestedByMe, isPrivate, followerCount: counts.followers }}
      name={username}
      onVisitor={onVisitor}
    />
  )
}

function Share({ profile }: { profile: Profile }) {
  const t = useTranslate()
  const share = useShareProfile(paths.user(profile.username), profile.fullname)
  return (
    <Button kind="ghost" small onClick={share}>
      {t(phrases.profiles.shareProfile)}
    </Button>
  )
}

function ProfileSkeleton() {
  const t = useTranslate()
  return (
    <>
      <LabelledSkeleton label={t(phrases.profiles.loadingLabel)}>
        <ProfileHeaderSkeleton />
      </LabelledSkeleton>
      <PostGridSkeleton label={t(phrases.ui.loadingLabel)} />
    </>
  )
}
