import { createDraft, type Draft, type DraftContent, replaceDraft } from '@pawtrait/contract/drafts.ts'
import { CallError, call, isUnreachableError, newIdempotencyKey } from '#lib/server/call.ts'

// The last request to create a draft, while it has no response. The server may have stored the text of this request.
let tried: { key: string; words: DraftContent } | null = null

const renewed = new Map<string, string>()

// Returns the idempotency key for the request that creates a draft. The request that publishes the post uses `key`.
const draftKey = (key: string) => renewed.get(key) ?? `${key.slice(0, 26)}-draft`

/** Replaces the idempotency key of a deleted draft, because the server creates no second draft with the same key. */
export const renewDraftKey = (key: string) => void renewed.set(key, newIdempotencyKey())

async function create(words: DraftContent, idempotencyKey: string): Promise<Draft> {
  try {
    const created = await call(createDraft, { body: words, idempotencyKey })
    tried = null
    return created
  } catch (cause) {
    // The server rejected the request and stored no draft, so the next request may contain a different text.
    if (!isUnreachableError(cause)) tried = null
    throw cause
  }
}

const isSame = (a: DraftContent, b: DraftContent) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Creates a draft on the server, only once across the retries of one page load. After a lost response it resends the
 * first text, because an idempotency key allows only one text. It then updates the draft with later changes.
 * @throws CallError
 */
export async function createDraftOnce(key: string, words: DraftContent): Promise<Draft> {
  if (tried?.key !== key) tried = { key, words }
  let stored = tried.words
  const created = await create(stored, draftKey(key)).catch((cause: unknown) => {
    // 'idempotency-key-reused': the server has a draft with the first text under this key, but a page reload has lost
    // that text. 'gone': another device has posted or deleted the draft. Both need a second draft with a new key.
    if (!(cause instanceof CallError && (cause.code === 'idempotency-key-reused' || cause.code === 'gone'))) throw cause
    renewDraftKey(key)
    tried = { key, words }
    stored = words
    return create(words, draftKey(key))
  })
  if (isSame(stored, words)) return created
  return call(replaceDraft, { params: { id: created.id }, body: { ...words, version: created.version } })
}
