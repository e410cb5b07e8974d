import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useLocation } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { findNextFocusTarget } from './next-focus-target.ts'
import { useArchivePosts } from './use-archive-posts.ts'

/**
 * Archives or unarchives the viewer's own post. A toast offers to undo. `failed` is the error message, or false. Uses
 * `mutateAsync`, because callbacks of `mutate` do not run after the menu is unmounted with its post.
 */
export function useArchiveWithUndo(post: Post) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const archive = useArchivePosts()
  const showResult = useResultToast(post)
  const setArchived = async (archived: boolean) => {
    const next = findNextFocusTarget()
    try {
      await archive.mutateAsync({ posts: [post], archived })
    } catch {
      return // the menu shows the error of the failed mutation
    }
    showResult(archived)
    if (archived && pathname !== paths.post(post.id)) next.focus()
  }
  return {
    failed: archive.isError && t(getFailurePhrase(archive.variables.archived)),
    takeOff: () => void setArchived(true),
    unarchive: () => void setArchived(false),
  }
}

const getFailurePhrase = (archived: boolean) =>
  archived ? phrases.posts.archivePostFailed : phrases.posts.restoreFailed

/**
 * Returns a function that shows a toast with an undo button. If the undo fails, another toast says so. The menu cannot
 * show this error, because it may be unmounted by then.
 */
function useResultToast(post: Post): (archived: boolean) => void {
  const t = useTranslate()
  const toast = useToast()
  const { mutateAsync } = useArchivePosts()
  const revert = (archived: boolean) => {
    const showFailure = () =>
      toast({
        text: t(getFailurePhrase(archived)),
        actionLabel: t(phrases.ui.tryAgain),
        onAction: () => revert(archived),
      })
    mutateAsync({ posts: [post], archived }).catch(showFailure)
  }
  return (archived) =>
    toast({
      text: archived ? t(phrases.posts.archivedToast) : t(phrases.posts.restoredToast, { count: 1 }),
      actionLabel: t(phrases.ui.undo),
      onAction: () => revert(!archived),
    })
}
