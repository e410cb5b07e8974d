import './en/problems.ts'
import type { CallError } from '#lib/call.ts'
import { useTranslate } from './use-translate.ts'

/** Says why a call failed, by its code: the server's own `detail` is for those who read its answers. */
export function useProblemWords(): (error: CallError) => string {
  const t = useTranslate()
  return ({ code }) => t(`problems.${code}`)
}
