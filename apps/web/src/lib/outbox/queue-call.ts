import type { CallInput, CallOutput, Endpoint } from '@pawtrait/contract/endpoint.ts'
import { buildEndpointUrl, CallError, call, isUnreachableError, newIdempotencyKey } from '#lib/server/call.ts'
import { getPageViewer } from '#lib/server/page-viewer.ts'
import type { OutboxItem } from './outbox-database.ts'

/** Result of `callOrQueue` if the call was queued. */
export const QUEUED_CALL: unique symbol = Symbol('queued')

/**
 * Action to queue. `file`: a photo to upload before the call; the id of the uploaded photo replaces `photo` in the
 * body.
 */
export type NewOutboxItem = Omit<OutboxItem, 'id' | 'refused' | 'photo'> & { file?: File }

type Action = Pick<NewOutboxItem, 'kind' | 'thing' | 'words' | 'file' | 'before'> & { isState?: boolean }
type Parts = { params?: Record<string, string>; body?: unknown; idempotencyKey?: string }

type Outbox = {
  addItem: (item: NewOutboxItem) => Promise<void>
  /** Returns whether an earlier action on the same target is queued. */
  isWaiting: (thing: string) => boolean
}

let outbox: Outbox | undefined

/** Sets the outbox. The code of the outbox is loaded 3 s after the start of the app. Until then no call is queued. */
export const provideOutbox = (newOutbox: Outbox) => {
  outbox = newOutbox
}

/**
 * Calls the API, or queues the call on this device. Queues the call in three cases: the server does not answer, an
 * earlier action on the same target is queued, or a photo must be uploaded first. A queued call is sent later, even
 * after a restart of the browser.
 * @throws CallError that the server returned, or `offline` if the device cannot store the call
 */
export async function callOrQueue<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> & Parts,
  { isState = false, ...action }: Action,
): Promise<CallOutput<E> | typeof QUEUED_CALL> {
  const idempotencyKey = endpoint.idempotencyKey ? (input.idempotencyKey ?? newIdempotencyKey()) : null
  const queue = async (error: CallError): Promise<typeof QUEUED_CALL> => {
    const user = getPageViewer()
    if (!outbox || !user) throw error
    const body = input.body === undefined ? null : JSON.stringify(input.body)
    const request = { method: endpoint.method, path: buildEndpointUrl(endpoint, input), body, idempotencyKey }
    try {
      await outbox.addItem({ ...action, isState, user, request })
    } catch {
      throw error
    }
    return QUEUED_CALL
  }
  if (action.file || outbox?.isWaiting(action.thing)) return queue(new CallError(null))
  try {
    return await (call as (endpoint: Endpoint, input: Parts) => Promise<CallOutput<E>>)(endpoint, {
      ...input,
      ...(idempotencyKey !== null && { idempotencyKey }),
    })
  } catch (error) {
    if (isUnreachableError(error)) return queue(error as CallError)
    throw error
  }
}
