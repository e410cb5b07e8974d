import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#features/users/landing/LandingPage.module.css'
import '#features/users/sign-in/AuthPage.module.css'
import '#ui/art/art.module.css'
import '#ui/Button.module.css'
import '#ui/Checkbox.module.css'
import '#ui/CodeField.module.css'
import '#ui/Dialog.module.css'
import '#ui/EaredFrame.module.css'
import '#ui/ErrorBox.module.css'
import '#ui/Field.module.css'
import '#ui/Icon.module.css'
import '#ui/IconButton.module.css'
import '#ui/Logo.module.css'
import '#ui/Note.module.css'
import '#ui/Spinner.module.css'
import { startLogOut } from '#features/users/send-log-out.ts'
import { carrySecret } from '#features/users/sign-in/carry-secret.ts'
import { startReveal } from '#features/users/sign-in/reveal-zip-code.ts'
import { startLogIn } from '#features/users/sign-in/send-log-in.ts'
import { startResetSignIn } from '#features/users/sign-in/send-reset-sign-in.ts'
import { startSignUp } from '#features/users/sign-in/send-sign-up.ts'

carrySecret()

const signUp = document.querySelector<HTMLFormElement>('[data-form="sign-up"]')
if (signUp) startSignUp(signUp)

const logIn = document.querySelector<HTMLFormElement>('[data-form="log-in"]')
if (logIn) startLogIn(logIn)

const reset = document.querySelector<HTMLFormElement>('[data-form="reset"]')
if (reset) startResetSignIn(reset)

// Rarely opened: they come by themselves.
const undo = document.querySelector<HTMLFormElement>('[data-form="undo-email"]')
if (undo) void import('#features/users/sign-in/send-undo-email.ts').then(({ startUndoEmail }) => startUndoEmail(undo))

const recover = document.querySelector<HTMLFormElement>('[data-form="recover"]')
if (recover)
  void import('#features/users/sign-in/send-recovery-code.ts').then(({ startRecovery }) => startRecovery(recover))

for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) startReveal(button)

const logOut = document.querySelector<HTMLElement>('[data-log-out]')
if (logOut) startLogOut(logOut)
