import type { ReactNode } from 'react'
import { useProblemWords } from '#i18n/use-problem-words.ts'
import { ErrorBox } from './ErrorBox.tsx'

type CallFailedProps = {
  /** One sentence: what did not happen, or what remains unchanged. */
  title: string
  /** Error of the last call; without one nothing is shown. */
  error: Error | null | undefined
  /** Cause in better words than those for its code. */
  children?: ReactNode
}

/** Error of a failed call, announced at once. */
export function CallFailed({ title, error, children }: CallFailedProps) {
  const words = useProblemWords()
  return error && <ErrorBox title={title}>{children || words(error)}</ErrorBox>
}
