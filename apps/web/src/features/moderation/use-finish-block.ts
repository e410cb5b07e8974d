import { paths } from '@pawtrait/contract/paths.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { removeUserContent } from '#features/blocks/block-cache.ts'
import { useUnblock } from '#features/blocks/use-block.ts'
import { petQuery } from '#features/pets/pet-cache.ts'
import type { findNextFocusTarget } from '#features/posts/next-focus-target.ts'
import { postKey } from '#features/posts/post-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNavigateAndWait } from '#shell/navigation/PageRouter.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'

type Person = Pick<UserCard, 'id' | 'username'>

/** Returns whether a block hides this page: the user's profile or post, or a pet that only this user cares for. */
function isPageOfPerson(queries: QueryClient, pathname: string, { id, username }: Person): boolean {
  const [kind = '', name = ''] = decodeURIComponent(pathname).split('/').slice(1)
  if (kind.startsWith('@')) return kind.slice(1).toLowerCase() === username.toLowerCase()
  if (kind === 'posts') return queries.getQueryData<Post | null>(postKey(name as Post['id']))?.author.id === id
  const pet = kind === 'pets' ? queries.getQueryData<Pet>(petQuery(name).queryKey) : undefined
  return pet !== undefined && pet.people.every((person) => person.id === id)
}

const CHECK_EVERY_MS = 16
const MAX_CHECKS = 120

/** Waits up to two seconds until the page is unmounted. A mounted page would refetch its queries and receive errors. */
async function waitUntilUnmounted(page: HTMLElement | null) {
  for (let checks = 0; checks < MAX_CHECKS; checks += 1) {
    if (!page?.isConnected) return
    await new Promise((resolve) => setTimeout(resolve, CHECK_EVERY_MS))
  }
}

/**
 * Returns a function to call after a block. It removes the user's content, and shows a toast with an undo button. If
 * the block hides the current page, it opens the feed. Otherwise it focuses `next`.
 */
export function useFinishBlock(person: Person): (next: ReturnType<typeof findNextFocusTarget>) => Promise<void> {
  const t = useTranslate()
  const toast = useToast()
  const queries = useQueryClient()
  const visit = useNavigateAndWait()
  const unblock = useUnblock()
  const { pathname } = useLocation()
  const name = person.username
  const toasts = {
    done: () => toast({ text: t(phrases.blocks.unblockedToast, { name }) }),
    // Shows the error in a toast, because the menu with the block item is no longer on the page.
    failed: () =>
      toast({ text: t(phrases.blocks.unblockFailed, { name }), actionLabel: t(phrases.ui.tryAgain), onAction: undo }),
  }
  function undo() {
    void unblock.mutateAsync(person.id).then(toasts.done, toasts.failed)
  }
  return async (next) => {
    if (isPageOfPerson(queries, pathname, person)) {
      const leftMain = document.getElementById('main')
      await visit(paths.feed, { replace: true })
      await waitUntilUnmounted(leftMain)
    } else next.focus()
    toast({ text: t(phrases.blocks.blockedToast, { name }), actionLabel: t(phrases.ui.undo), onAction: undo })
    await removeUserContent(queries, person.id)
    // Moves the focus to the page if the focused element was removed with the user's content.
    if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true })
  }
}
