import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { useLocation } from 'react-router'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import { nextPost } from './next-post.ts'
import { useArchive } from './use-archive.ts'

/**
 * Archives one's own post, or publishes it again; the toast takes either back. `failed` says what did not work.
 * In a feed the post takes its menu with it, so all of this goes by promises: callbacks would be lost.
 */
export function useTakeOff(post: Post) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const archive = useArchive()
  const tell = useTold(post)
  const move = async (archived: boolean) => {
    const next = nextPost()
    try {
      await archive.mutateAsync({ posts: [post], archived })
    } catch {
      return // `failed` says it
    }
    tell(archived)
    if (archived && pathname !== paths.post(post.id)) next.focus()
  }
  return {
    failed: archive.isError && t(notMoved(archive.variables.archived)),
    takeOff: () => void move(true),
    unarchive: () => void move(false),
  }
}

const notMoved = (archived: boolean) => (archived ? phrases.posts.notArchived : phrases.posts.notRestored)

/** Says by a toast where the post is now, with the way back; that it failed too, for the menu may be gone. */
function useTold(post: Post): (archived: boolean) => void {
  const t = useTranslate()
  const toast = useToast()
  const { mutateAsync } = useArchive()
  const takeBack = (archived: boolean) => {
    const failed = () =>
      toast({ text: t(notMoved(archived)), actionLabel: t(phrases.ui.tryAgain), onAction: () => takeBack(archived) })
    mutateAsync({ posts: [post], archived }).catch(failed)
  }
  return (archived) =>
    toast({
      text: archived ? t(phrases.posts.archived) : t(phrases.posts.restored, { count: 1 }),
      actionLabel: t(phrases.ui.undo),
      onAction: () => takeBack(!archived),
    })
}
