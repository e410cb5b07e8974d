import { formatEndTime } from '#lib/time/format-days.ts'
import { requireElement, showFormState } from './dom-templates.ts'
import type { ApiResponse } from './send-json.ts'

/** Shows the suspended or banned state, with links to the reasons and the appeal. Returns false for other responses. */
export function showSuspendedState({ code, problem: { decisionId, suspendedUntil } }: ApiResponse): boolean {
  if (code !== 'account-suspended') return false
  showFormState(suspendedUntil ? 'suspended' : 'banned')
  if (suspendedUntil) {
    const until = requireElement('[data-until]')
    until.textContent = formatEndTime(suspendedUntil, until.lang)
  }
  requireElement('[data-decision]').setAttribute('href', `/decisions/${decisionId}`)
  return true
}
