import { CallError } from '#lib/server/call.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { problemTexts } from './en/by-value/app/problem-texts.ts'
import { phrases } from './phrases.ts'
import { useTranslate } from './use-translate.ts'

/**
 * Returns a function that explains a failed call to the user by its error code. The server's `detail` is not for users
 * but for API clients. Any other error is a bug and has the text for `internal`.
 */
export function useProblemText(): (error: Error) => string {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (error) => {
    const code = error instanceof CallError ? error.code : 'internal'
    return t(code === 'offline' && !isOnline ? phrases.ui.offlineRetryText : problemTexts[code])
  }
}
