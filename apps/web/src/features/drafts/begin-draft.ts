import { createDraft, type Draft, type DraftWords, replaceDraft } from '@pawtrait/contract/drafts.ts'
import { CallError, call, newKey } from '#lib/server/call.ts'

// A try that had no answer: the server may have the draft in these words.
let tried: { key: string; words: DraftWords } | null = null

const renewed = new Map<string, string>()

// The composition's key makes the post; a draft of it is another thing.
const draftKey = (key: string) => renewed.get(key) ?? `${key.slice(0, 26)}-draft`

/** The draft that a composition's key made is gone: a repeat under that key would be told of it once more. */
export const renewKey = (key: string) => void renewed.set(key, newKey())

async function create(words: DraftWords, idempotencyKey: string): Promise<Draft> {
  try {
    const made = await call(createDraft, { body: words, idempotencyKey })
    tried = null
    return made
  } catch (cause) {
    // Refused is answered: the next try may say something else.
    if (!(cause instanceof CallError && cause.code === 'offline')) tried = null
    throw cause
  }
}

const isSame = (a: DraftWords, b: DraftWords) => JSON.stringify(a) === JSON.stringify(b)

/**
 * Has the server keep a new draft, once however often it is tried. After a try without an answer its words are sent
 * again, as the key demands, and what was written since goes into the draft that they made.
 * @throws CallError
 */
export async function beginDraft(key: string, words: DraftWords): Promise<Draft> {
  if (tried?.key !== key) tried = { key, words }
  const first = tried.words
  const made = await create(first, draftKey(key)).catch((cause: unknown) => {
    // Of words that a reload has forgotten: they stand in a draft of their own, and these are not lost either.
    if (cause instanceof CallError && cause.code === 'idempotency-key-reused') return create(words, newKey())
    throw cause
  })
  if (isSame(first, words)) return made
  return call(replaceDraft, { params: { id: made.id }, body: { ...words, version: made.version } })
}
