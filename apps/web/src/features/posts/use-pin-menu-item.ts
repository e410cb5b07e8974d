import { type Post, pinPost, unpinPost } from '@pawtrait/contract/posts.ts'
import pinIcon from '@phosphor-icons/core/regular/push-pin.svg?path'
import unpinIcon from '@phosphor-icons/core/regular/push-pin-slash.svg?path'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import type { MenuItem } from '#ui/overlays/Menu.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { updateCachedPost } from './post-cache.ts'

/** Returns the menu item that pins or unpins the viewer's own post. Returns no item for an archived post. */
export function usePinMenuItem(post: Post): { items: MenuItem[]; error: Error | null } {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const { mutate, error } = useMutation({
    mutationKey: ['pin-post'],
    mutationFn: (pins: boolean) => call(pins ? pinPost : unpinPost, { params: { id: post.id } }),
    onSuccess: ({ pinned }) => {
      // The server has unpinned the previous post. A page may show that post, so update it in the cache too.
      for (const [, other] of queries.getQueriesData<Post | null>({ queryKey: ['post'] }))
        if (other?.pinned && other.author.id === post.author.id)
          updateCachedPost(queries, other.id, () => ({ pinned: false }))
      updateCachedPost(queries, post.id, () => ({ pinned }))
      toast({ text: t(pinned ? phrases.posts.pinnedToast : phrases.posts.unpinnedToast) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['user-posts', post.author.id] }),
  })
  if (post.archivedAt !== null) return { items: [], error }
  const item = post.pinned
    ? { id: 'pin', label: t(phrases.posts.unpinPost), icon: unpinIcon, onSelect: () => mutate(false) }
    : { id: 'pin', label: t(phrases.posts.pinPost), icon: pinIcon, onSelect: () => mutate(true) }
  return { items: [item], error }
}
