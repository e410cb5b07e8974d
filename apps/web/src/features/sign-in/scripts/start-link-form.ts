import { startGuardianForm } from './guardian-form.ts'
import { attachResetSignInForm } from './send-reset-sign-in.ts'
import { attachUndoEmailChangeForm } from './send-undo-email-change.ts'

const starts: Record<string, (form: HTMLFormElement) => void> = {
  guardian: startGuardianForm,
  reset: attachResetSignInForm,
  'undo-email': attachUndoEmailChangeForm,
}

/** Wires the form of a page that opens by a mailed link or the operator's link. All these scripts are in one chunk. */
export const startLinkForm = (form: HTMLFormElement) => starts[form.dataset.form ?? '']?.(form)
