import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LikedPosts } from '#features/likes/LikedPosts.tsx'
import { PaginatedPostGrid } from '#features/posts/PaginatedPostGrid.tsx'
import { userPostsQuery } from '#features/posts/post-lists.ts'
import { SavedPosts } from '#features/saves/SavedPosts.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import chip from '#ui/forms/Chip.module.css'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { TabPanel, Tabs } from '#ui/Tabs.tsx'
import styles from './ProfilePosts.module.css'

type ProfilePostsProps = { user: Pick<Profile, 'id' | 'username' | 'fullname'>; isMine: boolean }

/** Posts of a profile; on the viewer's own profile also saved and liked posts. */
export function ProfilePosts({ user, isMine }: ProfilePostsProps) {
  const t = useTranslate()
  const [tab, setTab] = useState<'all' | 'saved' | 'liked'>('all')
  const tabs = [
    { id: 'all', label: t(phrases.profiles.allTab) },
    { id: 'saved', label: t(phrases.profiles.savedTab) },
    { id: 'liked', label: t(phrases.profiles.likedTab) },
  ] as const
  return (
    <section aria-labelledby="posts">
      <div className={styles.head}>
        <h2 id="posts">{t(phrases.profiles.postsTitle)}</h2>
        {isMine && (
          <div className={styles.ways}>
            <Tabs name="posts" label={t(phrases.profiles.postsTabsLabel)} tabs={tabs} value={tab} onChange={setTab} />
            <Link className={chip.chip} to={paths.archive}>
              {t(phrases.posts.archiveTitle)}
            </Link>
          </div>
        )}
      </div>
      {isMine ? (
        <TabPanel name="posts" value={tab}>
          {tab === 'all' && <All user={user} isMine />}
          {tab === 'saved' && <Saved />}
          {tab === 'liked' && <Liked />}
        </TabPanel>
      ) : (
        <All user={user} isMine={false} />
      )}
    </section>
  )
}

function All({ user, isMine }: ProfilePostsProps) {
  const t = useTranslate()
  const list = useInfiniteQuery(userPostsQuery(user.id))
  const first = (
    <Link className={buttonClass()} to={paths.create}>
      {t(phrases.profiles.postFirstPhoto)}
    </Link>
  )
  const empty = (
    <EmptyState
      picture={<EmptyListArt of="photos" />}
      title={t(phrases.profiles.postsEmptyTitle)}
      actions={isMine ? first : undefined}
    >
      {isMine ? t(phrases.profiles.ownPostsEmptyText) : t(phrases.profiles.postsEmptyText, { name: user.fullname })}
    </EmptyState>
  )
  const badgeOf = ({ pinned }: Post) => (pinned ? t(phrases.posts.pinnedMark) : '')
  return <PaginatedPostGrid list={list} label={t(phrases.profiles.postsTitle)} empty={empty} badgeOf={badgeOf} />
}

function Saved() {
  const t = useTranslate()
  return (
    <>
      <p className={styles.help}>
        {t(phrases.profiles.savedHelp)}{' '}
        <Link className="link" to={paths.saved}>
          {t(phrases.saves.collections)}
        </Link>
      </p>
      <SavedPosts label={t(phrases.profiles.savedTab)} />
    </>
  )
}

function Liked() {
  const t = useTranslate()
  return (
    <>
      <p className={styles.help}>{t(phrases.profiles.likedHelp)}</p>
      <LikedPosts label={t(phrases.profiles.likedTab)} />
    </>
  )
}
