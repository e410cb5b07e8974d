import { startGuardian } from './answer-guardian.ts'
import { startResetSignIn } from './send-reset-sign-in.ts'
import { startUndoEmail } from './send-undo-email.ts'

const starts: Record<string, (form: HTMLFormElement) => void> = {
  guardian: startGuardian,
  reset: startResetSignIn,
  'undo-email': startUndoEmail,
}

/** Wires the form of a page that is opened by a mailed link or an operator's link. All share one chunk. */
export const startByLink = (form: HTMLFormElement) => starts[form.dataset.form ?? '']?.(form)
