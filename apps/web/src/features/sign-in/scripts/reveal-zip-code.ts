import { cloneTemplate, requireElement } from './fill-slots.ts'
import { readTranslator } from './read-translator.ts'

/** Makes the eye beside a masked field show and hide what is typed. */
export function startReveal(button: HTMLElement) {
  const say = readTranslator<'showZipCode' | 'hideZipCode'>()
  const input = requireElement<HTMLInputElement>('input', button.parentElement ?? document)
  const icons = { password: button.firstElementChild, text: cloneTemplate('eye-slash').firstElementChild }
  button.addEventListener('click', () => {
    const type = input.type === 'password' ? 'text' : 'password'
    const label = say(type === 'text' ? 'hideZipCode' : 'showZipCode')
    const icon = icons[type]
    input.type = type
    button.ariaLabel = label
    button.title = label
    if (icon) button.replaceChildren(icon)
  })
}
