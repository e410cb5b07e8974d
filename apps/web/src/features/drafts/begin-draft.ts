import { createDraft, type Draft, type DraftContent, replaceDraft } from '@pawtrait/contract/drafts.ts'
import { CallError, call, newIdempotencyKey } from '#lib/server/call.ts'

// The last request to create a draft, until the server responds: the server may have a draft with this text.
let tried: { key: string; words: DraftContent } | null = null

const renewed = new Map<string, string>()

// The key of the composition is the idempotency key of its post. The draft needs a different one.
const draftKey = (key: string) => renewed.get(key) ?? `${key.slice(0, 26)}-draft`

/** Creates a new key after a draft was deleted: the server would answer the old key with the deleted draft. */
export const renewDraftKey = (key: string) => void renewed.set(key, newIdempotencyKey())

async function create(words: DraftContent, idempotencyKey: string): Promise<Draft> {
  try {
    const created = await call(createDraft, { body: words, idempotencyKey })
    tried = null
    return created
  } catch (cause) {
    // An error response means that no draft was created, so the next request may contain other text.
    if (!(cause instanceof CallError && cause.code === 'offline')) tried = null
    throw cause
  }
}

const isSame = (a: DraftContent, b: DraftContent) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Creates a draft on the server, exactly once across retries. After a lost response it resends the same text, as the
 * idempotency key requires, and then saves later changes into that draft.
 * @throws CallError
 */
export async function beginDraft(key: string, words: DraftContent): Promise<Draft> {
  if (tried?.key !== key) tried = { key, words }
  const first = tried.words
  const created = await create(first, draftKey(key)).catch((cause: unknown) => {
    // A reload lost the text of the first request, which the server has in a draft. Creates another draft for the
    // current text.
    if (cause instanceof CallError && cause.code === 'idempotency-key-reused') return create(words, newIdempotencyKey())
    throw cause
  })
  if (isSame(first, words)) return created
  return call(replaceDraft, { params: { id: created.id }, body: { ...words, version: created.version } })
}
