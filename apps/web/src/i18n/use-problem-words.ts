import { CallError } from '#lib/call.ts'
import { problems } from './en/chosen/problems.ts'
import { useTranslate } from './use-translate.ts'

/**
 * Says why a call failed, by its code: the server's own `detail` is for those who read its answers. Any other error is
 * a mistake of ours.
 */
export function useProblemWords(): (error: Error) => string {
  const t = useTranslate()
  return (error) => t(problems[error instanceof CallError ? error.code : 'internal'])
}
