import type { OrderId, UserId } from '@pawtrait/contract/ids.ts'
import type { PetPeople } from '@pawtrait/contract/pets/pet-people.ts'
import type { Profile } from '@pawtrait/contract/profiles.ts'
import type { Query, QueryClient } from '@tanstack/react-query'
import { subscribeToEvents } from '#features/feed/subscribe-to-events.ts'
import { applyNotificationEvent, refetchUnreadCount } from '#features/notifications/unread-count-cache.ts'
import type { ToastDependencies } from '#features/payments/pay/announce-payment.ts'
import { offerPasskeyInFeed } from '#features/sign-in/passkeys/passkey-offer.ts'
import { consumeOtherAccountFlag } from '#features/sign-in/sessions/other-account-flag.ts'
import { consumeSecretTypedFlag } from '#features/sign-in/sessions/secret-typed-flag.ts'
import { phrases } from '#i18n/phrases.ts'
import { loadChunk } from '#lib/server/load-chunk.ts'
import { viewerQuery } from '#shell/viewer.ts'

const SETTLED_MS = 3000 // Delay in ms, so that the creation of a passkey starts after the first paint.

/** Subscribes the cache to the viewer's live events and shows payment results. @returns the function to unsubscribe */
export function subscribeToAccountEvents(
  queries: QueryClient,
  viewer: { id: UserId },
  toastContext: ToastDependencies,
): () => void {
  announceOtherAccount(queries, toastContext)
  if (consumeSecretTypedFlag()) offerPasskey(queries, toastContext).catch(() => {}) // On failure, offers no passkey.
  void refetchUnreadCount(queries)
  return subscribeToEvents(queries, viewer, {
    onOrder: (id) => {
      announceOrder(queries, id, toastContext).catch(() => {}) // On failure, a notification still reports the result.
    },
    onNotification: (message) => {
      applyNotificationEvent(queries, message)
      if (message.id) refetchPendingReplies(queries)
    },
    onGap: () => void refetchUnreadCount(queries),
  })
}

/** Shows a payment result, and refetches the viewer if Premium has started. */
async function announceOrder(queries: QueryClient, id: OrderId, toastContext: ToastDependencies) {
  const { announcePayment } = await loadChunk(() => import('#features/payments/pay/announce-payment.ts'))
  const order = await announcePayment(queries, id, toastContext)
  if (order?.state === 'fulfilled') void queries.fetchQuery({ ...viewerQuery(), staleTime: 0 }).catch(() => {})
}

/**
 * Offers a passkey after a log-in. After a log-in with a zip code, a card in the feed offers the passkey. After a
 * log-in with a password, the browser creates the passkey without a dialog.
 */
async function offerPasskey(queries: QueryClient, toastContext: ToastDependencies) {
  if (!(await offerPasskeyInFeed(queries))) return
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS))
  const { createConditionalPasskey } = await import('#features/sign-in/passkeys/conditional-passkey.tsx')
  await createConditionalPasskey(queries, toastContext)
}

/** Shows a toast once if this tab was logged in to another account before. */
function announceOtherAccount(queries: QueryClient, { t, toast }: ToastDependencies) {
  const name = queries.getQueryData(viewerQuery().queryKey)?.username
  if (name && consumeOtherAccountFlag())
    toast({ text: `${t(phrases.users.accountSwitched, { name })} ${t(phrases.users.typedTextKept)}` })
}

/**
 * Refetches visible data that contains a pending follow request or invitation, because the notification may report
 * that it was answered.
 */
function refetchPendingReplies(queries: QueryClient) {
  const waits = ({ queryKey: [name], state: { data } }: Query) =>
    (name === 'profile' && (data as Profile | undefined)?.requestedByMe === true) ||
    (name === 'pet-people' && ((data as PetPeople | undefined)?.invites.length ?? 0) > 0)
  const awaited = queries.getQueryCache().findAll({ type: 'active', predicate: waits })
  for (const { queryKey } of awaited) void queries.invalidateQueries({ queryKey })
  if (!awaited.some(({ queryKey: [name] }) => name === 'pet-people')) return
  // An accepted invitation adds an entry to the pet's history, and may change its owner.
  for (const name of ['pet-actions', 'pet']) void queries.invalidateQueries({ queryKey: [name] })
}
