import { CallError } from '#lib/server/call.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { problems } from './en/by-value/app/problems.ts'
import { phrases } from './phrases.ts'
import { useTranslate } from './use-translate.ts'

/**
 * Says why a call failed, by its code: the server's own `detail` is for those who read its answers. Any other error is
 * a mistake of ours.
 */
export function useProblemWords(): (error: Error) => string {
  const t = useTranslate()
  const isOnline = useIsOnline()
  return (error) => {
    const code = error instanceof CallError ? error.code : 'internal'
    return t(code === 'offline' && !isOnline ? phrases.ui.noNetwork : problems[code])
  }
}
