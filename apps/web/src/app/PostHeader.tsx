import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { FollowButton } from '#features/follows/FollowButton.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { lazyMenu } from '#shell/lazy-menu.tsx'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import { useViewer } from '#shell/viewer.ts'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import styles from './PostHeader.module.css'
import { PostMenuButton } from './PostMenuButton.tsx'

const PostMenu = lazyMenu<{ post: Post }>(
  async () => (await import('./PostMenuList.tsx')).PostMenuList,
  ({ post: _, ...button }) => <PostMenuButton {...button} />,
)

/** Header of a post: author, time, place, menu, and a Follow button until it is pressed. */
export function PostHeader({ post }: { post: Post }) {
  const t = useTranslate()
  const viewer = useViewer()
  const onVisitor = useVisitorGate()
  const { author } = post
  return (
    <header className={styles.head}>
      <Link className={styles.picture} to={paths.user(author.username)} tabIndex={-1} aria-hidden="true">
        <Avatar id={author.id} name={author.fullname} image={author.image} />
      </Link>
      <div className={styles.who}>
        <Link className={styles.name} to={paths.user(author.username)}>
          <span>{author.username}</span>
        </Link>
        <p className={styles.when}>
          <Link to={paths.post(post.id)}>
            <RelativeTime iso={post.postedAt} />
          </Link>
          {post.place && (
            <span>
              {' '}
              · <bdi>{post.place}</bdi>
            </span>
          )}
          {post.editedAt && <Edited post={post} isMine={viewer?.id === author.id} />}
          {post.audience === 'followers' && <span> · {t(phrases.posts.followersOnly)}</span>}
          {post.audience === 'close-friends' && <span> · ★ {t(phrases.posts.closeFriendsOnly)}</span>}
        </p>
      </div>
      {viewer?.id !== author.id && (
        <FollowButton
          once
          followed={{ kind: 'user', id: author.id }}
          known={{ followedByMe: author.followedByMe }}
          name={author.username}
          onVisitor={onVisitor}
        />
      )}
      <PostMenu post={post} />
    </header>
  )
}

/** Mark "edited" on a changed post. For the author of the post, the mark links to the edit history. */
function Edited({ post, isMine }: { post: Post; isMine: boolean }) {
  const t = useTranslate()
  return (
    <span>
      {' '}
      ·{' '}
      {isMine ? (
        <Link to={paths.postHistory(post.id)}>{t(phrases.posts.editedMark)}</Link>
      ) : (
        t(phrases.posts.editedMark)
      )}
    </span>
  )
}
