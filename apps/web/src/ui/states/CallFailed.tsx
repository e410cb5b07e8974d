import type { ReactNode } from 'react'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { ErrorBox } from './ErrorBox.tsx'

type CallFailedProps = {
  /** What did not happen, or what stands as it was: one sentence. */
  title: string
  /** The last call's error; with none, nothing is shown. */
  error: Error | null | undefined
  /** The cause, where its place knows better words than its code has. */
  children?: ReactNode
}

/** A call that failed, announced at once: what stands as it was, and why. */
export function CallFailed({ title, error, children }: CallFailedProps) {
  const words = useProblemWords()
  return error && <ErrorBox title={title}>{children || words(error)}</ErrorBox>
}
