import { CallError } from '#lib/server/call.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { problemTexts } from './en/by-value/app/problem-texts.ts'
import { phrases } from './phrases.ts'
import { useTranslate } from './use-translate.ts'

/**
 * Returns a function that translates an error for the user. A `CallError` has a text for each error code. Any other
 * error is a bug and gets the text for `internal`. The server's `detail` is for API clients and is not shown.
 */
export function useProblemText(): (error: Error) => string {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (error) => {
    const code = error instanceof CallError ? error.code : 'internal'
    return t(code === 'offline' && !isOnline ? phrases.ui.offlineRetryText : problemTexts[code])
  }
}
