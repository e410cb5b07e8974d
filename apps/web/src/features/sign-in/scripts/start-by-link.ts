import { startGuardian } from './answer-guardian.ts'
import { startResetSignIn } from './send-reset-sign-in.ts'
import { startUndoEmail } from './send-undo-email.ts'

const starts: Record<string, (form: HTMLFormElement) => void> = {
  guardian: startGuardian,
  reset: startResetSignIn,
  'undo-email': startUndoEmail,
}

/** Makes a page work that a mailed link, or an operator's, leads to: all in one file, for few ever open one. */
export const startByLink = (form: HTMLFormElement) => starts[form.dataset.form ?? '']?.(form)
