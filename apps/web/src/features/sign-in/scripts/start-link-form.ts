import { attachGuardianForm } from './guardian-form.ts'
import { attachResetSignInForm } from './send-reset-sign-in.ts'
import { attachUndoEmailChangeForm } from './send-undo-email-change.ts'

const starts: Record<string, (form: HTMLFormElement) => void> = {
  guardian: attachGuardianForm,
  reset: attachResetSignInForm,
  'undo-email': attachUndoEmailChangeForm,
}

/** Wires the form of a page opened from a mailed link or the operator's link. One chunk contains all these scripts. */
export const startLinkForm = (form: HTMLFormElement) => starts[form.dataset.form ?? '']?.(form)
