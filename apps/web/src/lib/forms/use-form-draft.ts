import { useRef, useState } from 'react'

type PendingInput = Promise<unknown>

export type FormDraft<Draft> = {
  draft: Draft
  /** Changes part of the draft. If `part` is a function, it receives the latest draft. */
  change: (part: Partial<Draft> | ((latest: Draft) => Partial<Draft>)) => void
  /**
   * Registers the promise of input that is still loading, such as a photo that is being decoded. Null cancels this
   * input.
   */
  expect: (input: PendingInput | null) => void
  /** Resolves to the draft once nothing is pending; rejects if the pending input failed. */
  settled: () => Promise<Draft>
  /** Returns whether the draft is unchanged since the last promise of `settled` resolved. */
  isStill: () => boolean
}

/** Draft of a form. Tracks edits made while an earlier state is being saved, so that none is lost. */
export function useFormDraft<Draft extends object>(initial: Draft | (() => Draft)): FormDraft<Draft> {
  const [draft, setDraft] = useState(initial)
  const latest = useRef(draft)
  const settledDraft = useRef<Draft | null>(null)
  const pending = useRef<PendingInput | null>(null)
  const change: FormDraft<Draft>['change'] = (part) => {
    latest.current = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }
    setDraft(latest.current)
  }
  const expect = (input: PendingInput | null) => {
    pending.current = input
    // A failed input is no longer pending: its field shows the error, and a later save must not fail because of it.
    const clearPending = () => {
      if (pending.current === input) pending.current = null
    }
    void input?.then(clearPending, clearPending)
  }
  const settled = async () => {
    await pending.current
    settledDraft.current = latest.current
    return latest.current
  }
  return { draft, change, expect, settled, isStill: () => latest.current === settledDraft.current }
}
