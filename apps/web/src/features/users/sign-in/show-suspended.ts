import type { Said } from './ask-server.ts'
import { requireElement, showState } from './fill-slots.ts'

/** Says that the account is suspended, if that was it, with the way to the reasons and the appeal. */
export function showSuspended({ code, problem }: Said): boolean {
  if (code !== 'account-suspended') return false
  showState('suspended')
  requireElement('[data-decision]').setAttribute('href', `/decisions/${problem.decisionId}`)
  return true
}
