import '#ui/fonts.css'
import '#ui/tokens.css'
import '#ui/base.css'
import '#features/sign-in/landing/LandingPage.module.css'
import '#features/sign-in/pages/AuthPage.module.css'
import '#ui/art/art.module.css'
import '#ui/Button.module.css'
import '#ui/forms/Checkbox.module.css'
import '#ui/forms/CodeField.module.css'
import '#ui/overlays/Dialog.module.css'
import '#ui/photos/PetFrame.module.css'
import '#ui/states/ErrorBox.module.css'
import '#ui/forms/Field.module.css'
import '#ui/Icon.module.css'
import '#ui/IconButton.module.css'
import '#ui/Logo.module.css'
import '#ui/states/Note.module.css'
import '#ui/states/Spinner.module.css'
import { copyFragmentToLinks } from '#features/sign-in/scripts/copy-fragment.ts'
import { attachRevealButton } from '#features/sign-in/scripts/reveal-zip-code.ts'
import { attachLogInForm } from '#features/sign-in/scripts/send-log-in.ts'
import { attachSignUpForm } from '#features/sign-in/scripts/send-sign-up.ts'
import { startLazyForm } from '#features/sign-in/scripts/start-lazy-form.ts'
import { deleteTypedText } from '#features/sign-in/scripts/typed-text.ts'
import { attachLogOutButton } from '#features/sign-in/sessions/send-log-out.ts'

copyFragmentToLinks()
window.addEventListener('hashchange', copyFragmentToLinks)

const signUp = document.querySelector<HTMLFormElement>('[data-form="sign-up"]')
if (signUp) attachSignUpForm(signUp)

const logIn = document.querySelector<HTMLFormElement>('[data-form="log-in"]')
if (logIn) attachLogInForm(logIn)

// Forms of rarely visited pages, by name. The script of a form is loaded lazily.
const loadLinkForm = async () => (await import('#features/sign-in/scripts/start-link-form.ts')).startLinkForm
const lazyForms: Record<string, () => Promise<(form: HTMLFormElement) => void>> = {
  'undo-email': loadLinkForm,
  guardian: loadLinkForm,
  reset: loadLinkForm,
  recover: async () => (await import('#features/sign-in/scripts/send-recovery-code.ts')).attachRecoveryForm,
  restore: async () => (await import('#features/sign-in/scripts/send-restore.ts')).attachRestoreForm,
}
const form = document.querySelector<HTMLFormElement>('[data-form]')
const load = lazyForms[form?.dataset.form ?? '']
// The URL fragment contains the secret token of the link. The browser does not reload the page when the fragment
// changes, so this listener does.
if (form && load) {
  window.addEventListener('hashchange', () => window.location.reload())
  startLazyForm(form, load)
}

if (document.querySelector('[data-forgets-typed]')) deleteTypedText()

for (const button of document.querySelectorAll<HTMLElement>('[data-reveal]')) attachRevealButton(button)

const logOut = document.querySelector<HTMLElement>('[data-log-out]')
if (logOut) attachLogOutButton(logOut)
