import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { ReactNode } from 'react'
import { useFollow } from '#features/follows/use-follow.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Link } from '#ui/Link.tsx'
import { NameHeading } from '#ui/NameHeading.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { Skeleton } from '#ui/states/Skeleton.tsx'
import styles from './ProfileHeader.module.css'

type ProfileHeaderProps = {
  profile: Profile
  /** Paths of the lists of followers and followed users. Null when the viewer may not see the lists. */
  listPaths: { followers: string; following: string } | null
  /** Buttons in the header: edit or follow, and share. */
  children: ReactNode
}

/** Header of a profile with picture, names, counts and bio. */
export function ProfileHeader({ profile, listPaths, children }: ProfileHeaderProps) {
  const t = useTranslate()
  const { id, fullname, username, image, bio, counts, followsMe } = profile
  const known = { followedByMe: profile.followedByMe, followerCount: counts.followers }
  const { followerCount = counts.followers } = useFollow({ kind: 'user', id }, known)
  return (
    <section className={styles.head} aria-label={fullname}>
      <Avatar id={id} name={fullname} image={image} size={112} />
      <div className={styles.names}>
        <NameHeading name={fullname} />
        <p className={styles.line}>
          <span className={styles.username}>@{username}</span>
          {followsMe && <span className={styles.pill}>{t(phrases.profiles.followsYouMark)}</span>}
        </p>
        <ul className={styles.counts}>
          <Count count={followerCount} label={t(phrases.profiles.followersTitle)} to={listPaths?.followers} />
          <Count count={counts.following} label={t(phrases.profiles.followingTitle)} to={listPaths?.following} />
        </ul>
      </div>
      <div className={styles.more}>
        {bio && (
          <p className={styles.bio} dir="auto">
            {bio}
          </p>
        )}
        <div className={styles.actions}>{children}</div>
      </div>
    </section>
  )
}

function Count({ count, label, to }: { count: number; label: string; to: string | undefined }) {
  const locale = useLocale()
  const words = (
    <>
      {label} <b>{count.toLocaleString(locale)}</b>
    </>
  )
  return <li>{to === undefined ? <span>{words}</span> : <Link to={to}>{words}</Link>}</li>
}

/** Loading placeholder of a profile header. */
export function ProfileHeaderSkeleton() {
  return (
    <div className={styles.head}>
      <Skeleton shape="circle" className={styles.picture} />
      <div className={styles.names}>
        <Skeleton className={styles.title} />
        <Skeleton className={styles.short} />
        <Skeleton className={styles.short} />
      </div>
      <div className={styles.more}>
        <Skeleton className={styles.long} />
        <Skeleton shape="pill" className={styles.button} />
      </div>
    </div>
  )
}
