import { lazyComponent } from '#ui/states/lazy-component.tsx'

export const OutboxCard = lazyComponent(async () => (await import('./OutboxCard.tsx')).OutboxCard)
export const WaitingActions = lazyComponent(async () => (await import('./WaitingActions.tsx')).WaitingActions)

/**
 * Preloads both lists of queued actions: they are shown when the server does not answer, and could not be loaded then.
 */
export const loadOutboxLists = () => Promise.all([OutboxCard.load(), WaitingActions.load()])
