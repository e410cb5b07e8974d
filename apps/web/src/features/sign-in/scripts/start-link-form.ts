import { startGuardianForm } from './guardian-form.ts'
import { startResetSignIn } from './send-reset-sign-in.ts'
import { startUndoEmailChange } from './send-undo-email-change.ts'

const starts: Record<string, (form: HTMLFormElement) => void> = {
  guardian: startGuardianForm,
  reset: startResetSignIn,
  'undo-email': startUndoEmailChange,
}

/** Wires the form of a page that a mailed link or an operator's link opens. These forms share one chunk. */
export const startLinkForm = (form: HTMLFormElement) => starts[form.dataset.form ?? '']?.(form)
