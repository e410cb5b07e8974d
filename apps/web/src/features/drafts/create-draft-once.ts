import { createDraft, type Draft, type DraftContent, replaceDraft } from '@pawtrait/contract/drafts.ts'
import { CallError, call, isUnreachableError, newIdempotencyKey } from '#lib/server/call.ts'

// The last request to create a draft; null once the server has responded. The server may have stored the text of this
// request.
let unansweredRequest: { key: string; content: DraftContent } | null = null

const renewedKeys = new Map<string, string>()

// Returns the idempotency key of the request that creates the draft. The request that publishes the post uses `key`
// itself.
const draftKey = (key: string) => renewedKeys.get(key) ?? `${key.slice(0, 26)}-draft`

/** Replaces the idempotency key of a deleted draft, because the server creates no second draft with the same key. */
export const renewDraftKey = (key: string) => void renewedKeys.set(key, newIdempotencyKey())

async function create(content: DraftContent, idempotencyKey: string): Promise<Draft> {
  try {
    const created = await call(createDraft, { body: content, idempotencyKey })
    unansweredRequest = null
    return created
  } catch (cause) {
    // The server rejected the request and stored no draft, so the next request may contain a different text.
    if (!isUnreachableError(cause)) unansweredRequest = null
    throw cause
  }
}

const isSame = (a: DraftContent, b: DraftContent) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Creates a draft on the server. Retries within one page load create no second draft. After a lost response, a retry
 * resends the first text, because an idempotency key allows only one text. It then updates the draft with later
 * changes.
 * @throws CallError
 */
export async function createDraftOnce(key: string, content: DraftContent): Promise<Draft> {
  if (unansweredRequest?.key !== key) unansweredRequest = { key, content }
  let stored = unansweredRequest.content
  const created = await create(stored, draftKey(key)).catch((cause: unknown) => {
    // 'idempotency-key-reused': the server has a draft with the first text under this key, but a page reload has lost
    // that text. 'gone': another device has posted or deleted the draft. Both need a second draft with a new key.
    if (!(cause instanceof CallError && (cause.code === 'idempotency-key-reused' || cause.code === 'gone'))) throw cause
    renewDraftKey(key)
    unansweredRequest = { key, content }
    stored = content
    return create(content, draftKey(key))
  })
  if (isSame(stored, content)) return created
  return call(replaceDraft, { params: { id: created.id }, body: { ...content, version: created.version } })
}
