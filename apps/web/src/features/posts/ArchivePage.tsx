import type { PostId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import check from '@phosphor-icons/core/bold/check-bold.svg?path'
import undo from '@phosphor-icons/core/regular/arrow-u-up-left.svg?path'
import trash from '@phosphor-icons/core/regular/trash.svg?path'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getTileImageSizes } from '#features/media/photo-sizes.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { MainContent } from '#shell/MainContent.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { SelectionBar } from '#ui/lists/SelectionBar.tsx'
import { ConfirmDialog } from '#ui/overlays/ConfirmDialog.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import styles from './ArchivePage.module.css'
import wall from './PostGrid.module.css'
import { PostGridSkeleton } from './PostGrid.tsx'
import { archivedPostsQuery, useArchivePosts } from './use-archive-posts.ts'
import { useDeletePosts } from './use-delete-posts.ts'
import { usePost } from './use-post.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  if (import.meta.env.SSR) await queries.prefetchInfiniteQuery(archivedPostsQuery(call))
  return { head: createPageHead(t, t(phrases.posts.archiveTitle)) }
})

export function ArchivePage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t(phrases.posts.archiveTitle)} back titled />
      <MainContent>
        <p className={classNames('muted', styles.text)}>{t(phrases.posts.archiveText)}</p>
        <ArchiveWall />
      </MainContent>
    </>
  )
}

/** Grid of archived posts with checkboxes. Selected posts can be unarchived or deleted. */
function ArchiveWall() {
  const t = useTranslate()
  const list = useInfiniteQuery(archivedPostsQuery())
  const [selectedIds, setSelectedIds] = useState<readonly PostId[]>([])
  if (hasQueryFailed(list)) return <LoadErrorMessage title={t(phrases.posts.archiveLoadFailed)} query={list} />
  if (!list.data) return <PostGridSkeleton label={t(phrases.ui.loadingLabel)} />
  const posts = list.data.pages.flatMap(({ ids }) => ids)
  if (posts.length === 0 && !list.hasNextPage)
    return (
      <EmptyState
        picture={<EmptyListArt of="archive" />}
        title={t(phrases.posts.archiveEmptyTitle)}
        actions={
          <Link className={buttonClass({ kind: 'soft' })} to={paths.profile}>
            {t(phrases.posts.archiveEmptyAction)}
          </Link>
        }
      >
        {t(phrases.posts.archiveEmptyText)}
      </EmptyState>
    )
  const flip = (id: PostId) =>
    setSelectedIds((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]))
  // Ignores selected posts that have left this list, because the user has unarchived them in another window.
  const selected = selectedIds.filter((id) => posts.includes(id))
  // The bar that held the focus is unmounted, so the focus moves to the heading.
  const leaveChoice = () => {
    setSelectedIds([])
    focusHeading()
  }
  return (
    <>
      <SelectBar chosen={selected} onDone={leaveChoice} />
      <ul className={styles.grid} aria-label={t(phrases.posts.archiveTitle)}>
        {posts.map((id) => (
          <Tile key={id} id={id} chosen={selected.includes(id)} onFlip={() => flip(id)} />
        ))}
      </ul>
      <LoadMore {...toPaginationState(list)} />
    </>
  )
}

type TileProps = { chosen: boolean; onFlip: () => void }

function Tile({ id, ...props }: TileProps & { id: PostId }) {
  const post = usePost(id)
  return post?.archivedAt ? <TileOf post={post} at={post.archivedAt} {...props} /> : null
}

function TileOf({ post, at, chosen, onFlip }: TileProps & { post: Post; at: string }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const [first] = post.photos
  const name = post.caption || first?.alt || t(phrases.posts.captionlessPost)
  const day = formatDay(at, locale, timeZone)
  return (
    <li className={classNames(wall.tile, styles.tile)} data-chosen={chosen || undefined}>
      <Link className="over-photo" to={paths.post(post.id)} aria-label={`${truncateWithEllipsis(name, 120)}, ${day}`}>
        {first && <Photo photo={first} alt="" sizes={getTileImageSizes(first, true)} fit="cover" />}
      </Link>
      <span className={wall.note} aria-hidden="true">
        {day}
      </span>
      <label className={styles.check}>
        <input type="checkbox" checked={chosen} onChange={onFlip} />
        <span className={styles.mark}>{chosen && <Icon path={check} size={18} />}</span>
        <span className="vh">{t(phrases.posts.selectPost, { name: truncateWithEllipsis(name, 80) })}</span>
      </label>
    </li>
  )
}

/** Actions on the selected posts. Each action clears the selection at once, and shows a toast on success. */
function useSelectionActions(chosen: readonly PostId[], onDone: () => void) {
  const t = useTranslate()
  const toast = useToast()
  const archive = useArchivePosts()
  const remove = useDeletePosts()
  const count = chosen.length
  // Uses `mutateAsync`, because callbacks of `mutate` do not run after the bar is unmounted.
  const unarchive = () => {
    const posts = chosen.map((id) => ({ id }))
    const onAction = () => archive.mutate({ posts, archived: true })
    const onSuccess = () =>
      toast({ text: t(phrases.posts.restoredToast, { count }), actionLabel: t(phrases.ui.undo), onAction })
    archive.mutateAsync({ posts, archived: false }).then(onSuccess, () => {})
    onDone()
  }
  const deleteSelected = () => {
    const onSuccess = () => toast({ text: t(phrases.posts.bulkDeletedToast, { count }) })
    remove.mutateAsync(chosen).then(onSuccess, () => {})
    onDone()
  }
  return { archive, remove, unarchive, deleteSelected }
}

function SelectBar({ chosen, onDone }: { chosen: readonly PostId[]; onDone: () => void }) {
  const t = useTranslate()
  const { archive, remove, unarchive, deleteSelected } = useSelectionActions(chosen, onDone)
  const [isConfirming, setConfirming] = useState(false)
  const count = chosen.length
  return (
    <>
      <CallErrorMessage title={t(phrases.posts.bulkChangeFailed)} error={archive.error ?? remove.error} />
      {count > 0 && (
        <SelectionBar
          label={t(phrases.posts.selectedCount, { count })}
          count={t(phrases.posts.selectedCount, { count })}
        >
          <Button kind="soft" small busy={archive.isPending} onClick={unarchive}>
            <Icon path={undo} size={20} />
            {t(phrases.posts.showOnProfile)}
          </Button>
          <Button kind="ghost" small busy={remove.isPending} onClick={() => setConfirming(true)}>
            <Icon path={trash} size={20} />
            {t(phrases.posts.deleteMenuItem)}
          </Button>
        </SelectionBar>
      )}
      <ConfirmDialog
        open={isConfirming}
        onClose={() => setConfirming(false)}
        title={t(phrases.posts.bulkDeleteTitle, { count })}
        yes={t(phrases.posts.deleteMenuItem)}
        onYes={() => {
          setConfirming(false)
          deleteSelected()
        }}
      >
        <p className="muted">{t(phrases.posts.deleteText)}</p>
      </ConfirmDialog>
    </>
  )
}
