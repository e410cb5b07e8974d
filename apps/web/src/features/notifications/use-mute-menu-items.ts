import type { PostId, UserId } from '@pawtrait/contract/ids.ts'
import { getThreadMute, muteThread, type ThreadMuteState, unmuteThread } from '@pawtrait/contract/notifications.ts'
import bell from '@phosphor-icons/core/regular/bell.svg?path'
import silent from '@phosphor-icons/core/regular/bell-slash.svg?path'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { userMuteQuery } from '#features/blocks/mute-cache.ts'
import { useMute } from '#features/blocks/use-mute.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useVisitorGate } from '#shell/use-visitor-gate.ts'
import type { MenuItem } from '#ui/overlays/Menu.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'

const threadMuteQuery = (id: PostId) =>
  queryOptions<ThreadMuteState>({
    queryKey: ['thread-mute', id],
    queryFn: () => call(getThreadMute, { params: { id } }),
  })

/** Menu item that mutes or unmutes a post or a user, with the error of its last request. */
type MuteItem = { item: MenuItem; error: Error | null }

/** Returns the menu item that mutes or unmutes a post. A toast offers an undo. Visitors get the log-in page. */
export function useMuteThreadMenuItem(id: PostId): MuteItem {
  const t = useTranslate()
  const toast = useToast()
  const onVisitor = useVisitorGate()
  const { isMuted, set, error } = useMuteThread(id, onVisitor === undefined)
  const toggleMute = () => {
    const on = !isMuted
    const text = t(on ? phrases.notifications.threadMuted : phrases.notifications.threadUnmuted)
    set(on, {
      onSuccess: () => toast({ text, actionLabel: t(phrases.ui.undo), onAction: () => set(!on) }),
    })
  }
  const item = {
    id: 'mute-thread',
    label: t(isMuted ? phrases.notifications.unmuteThread : phrases.notifications.muteThread),
    icon: isMuted ? bell : silent,
    ...(!isMuted && { detail: t(phrases.notifications.muteThreadHelp) }),
    onSelect: onVisitor ?? toggleMute,
  }
  return { item, error }
}

/** Returns the menu item that mutes or unmutes a user. */
export function useMuteUserMenuItem({ id, username: name }: { id: UserId; username: string }): MuteItem {
  const t = useTranslate()
  const toast = useToast()
  const onVisitor = useVisitorGate()
  const isMuted = useQuery({ ...userMuteQuery(id), enabled: onVisitor === undefined }).data?.mutedByMe ?? false
  const { mutate, error } = useMute(id)
  const toggleMute = () => {
    const on = !isMuted
    const text = t(on ? phrases.blocks.mutedToast : phrases.blocks.unmutedToast, { name })
    mutate(on, { onSuccess: () => toast({ text, actionLabel: t(phrases.ui.undo), onAction: () => mutate(!on) }) })
  }
  const item = {
    id: 'mute',
    label: t(isMuted ? phrases.blocks.unmuteWithName : phrases.blocks.muteWithName, { name }),
    icon: isMuted ? bell : silent,
    ...(!isMuted && { detail: t(phrases.blocks.muteHelp) }),
    onSelect: onVisitor ?? toggleMute,
  }
  return { item, error }
}

/** Returns whether the post is muted, and a function that mutes or unmutes it. The update is not optimistic. */
function useMuteThread(id: PostId, enabled: boolean) {
  const queries = useQueryClient()
  const query = threadMuteQuery(id)
  const isMuted = useQuery({ ...query, enabled }).data?.mutedByMe ?? false
  const set = useMutation({
    mutationKey: query.queryKey,
    mutationFn: (on: boolean) => call(on ? muteThread : unmuteThread, { params: { id } }),
    onSuccess: (state) => queries.setQueryData(query.queryKey, state),
  })
  return { isMuted, set: set.mutate, error: set.error }
}
