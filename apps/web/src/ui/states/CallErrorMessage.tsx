import type { ReactNode } from 'react'
import { useProblemText } from '#i18n/use-problem-text.ts'
import { ErrorBox } from './ErrorBox.tsx'

type CallFailedProps = {
  /** Sentence that says what failed or what remains unchanged. */
  title: string
  /** Error of the last call. Without an error, nothing is shown. */
  error: Error | null | undefined
  /** Cause of the failure; by default the text for the error code. */
  children?: ReactNode
}

/** Error message of a failed call. Screen readers announce the message at once. */
export function CallErrorMessage({ title, error, children }: CallFailedProps) {
  const formatProblem = useProblemText()
  return error && <ErrorBox title={title}>{children || formatProblem(error)}</ErrorBox>
}
