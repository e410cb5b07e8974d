import type { Post } from '@pawtrait/contract/posts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToast } from '#ui/Toast.tsx'
import { useArchive } from './use-archive.ts'

/** Archives one's own post, or publishes it again; the toast takes either back. */
export function useTakeOff(post: Post) {
  const t = useTranslate()
  const toast = useToast()
  const archive = useArchive()
  const move = (archived: boolean) => archive.mutate({ posts: [post], archived })
  const told = (archived: boolean) => () =>
    toast({
      text: archived ? t(phrases.posts.takenOff) : t(phrases.posts.hungAgain, { count: 1 }),
      actionLabel: t(phrases.ui.undo),
      onAction: () => move(!archived),
    })
  return {
    archive,
    takeOff: () => archive.mutate({ posts: [post], archived: true }, { onSuccess: told(true) }),
    unarchive: () => archive.mutate({ posts: [post], archived: false }, { onSuccess: told(false) }),
  }
}
