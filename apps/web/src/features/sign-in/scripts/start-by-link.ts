import { startGuardian } from './answer-guardian.ts'
import { startResetSignIn } from './send-reset-sign-in.ts'
import { startUndoEmail } from './send-undo-email.ts'

const starts: Record<string, (form: HTMLFormElement) => void> = {
  guardian: startGuardian,
  reset: startResetSignIn,
  'undo-email': startUndoEmail,
}

/** Wires the forms of mailed and operator links. One file for all, because they are rarely opened. */
export const startByLink = (form: HTMLFormElement) => starts[form.dataset.form ?? '']?.(form)
