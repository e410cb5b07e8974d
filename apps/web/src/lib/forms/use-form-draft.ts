import { useRef, useState } from 'react'

type Coming = Promise<unknown>

export type FormDraft<Draft> = {
  draft: Draft
  /** Changes a part of it, or what a function makes of the draft as it stands by then. */
  change: (part: Partial<Draft> | ((latest: Draft) => Partial<Draft>)) => void
  /** Says that something is on its way into the draft, such as a photo being read; null: no longer. */
  expect: (coming: Coming | null) => void
  /** The draft as it stands once nothing is on its way. Rejects as what was on its way. */
  settled: () => Promise<Draft>
  /** Nothing was changed since `settled` gave the draft away. */
  isStill: () => boolean
}

/** What a form holds while it is edited, saved and perhaps edited further during the save: nothing falls between. */
export function useFormDraft<Draft extends object>(start: Draft | (() => Draft)): FormDraft<Draft> {
  const [draft, setDraft] = useState(start)
  const latest = useRef(draft)
  const given = useRef<Draft | null>(null)
  const onItsWay = useRef<Coming | null>(null)
  const change: FormDraft<Draft>['change'] = (part) => {
    latest.current = { ...latest.current, ...(typeof part === 'function' ? part(latest.current) : part) }
    setDraft(latest.current)
  }
  const expect = (coming: Coming | null) => {
    onItsWay.current = coming
    // A failure that came before anybody waited was shown where it happened.
    const forget = () => {
      if (onItsWay.current === coming) onItsWay.current = null
    }
    void coming?.then(forget, forget)
  }
  const settled = async () => {
    await onItsWay.current
    given.current = latest.current
    return latest.current
  }
  return { draft, change, expect, settled, isStill: () => latest.current === given.current }
}
