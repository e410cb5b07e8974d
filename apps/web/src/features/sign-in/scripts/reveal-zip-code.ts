import { cloneTemplate, requireElement } from './dom-templates.ts'
import { readTranslator } from './read-translator.ts'

/** Wires the eye button of a masked field, which shows and hides the typed text. */
export function attachRevealButton(button: HTMLElement) {
  const translate = readTranslator<'showZipCode' | 'hideZipCode'>()
  const input = requireElement<HTMLInputElement>('input', button.parentElement ?? document)
  const icons = { password: button.firstElementChild, text: cloneTemplate('eye-slash').firstElementChild }
  button.addEventListener('click', () => {
    const type = input.type === 'password' ? 'text' : 'password'
    const label = translate(type === 'text' ? 'hideZipCode' : 'showZipCode')
    const icon = icons[type]
    input.type = type
    button.ariaLabel = label
    button.title = label
    if (icon) button.replaceChildren(icon)
  })
}
