import { cloneTemplate, requireElement } from './dom-templates.ts'

const helpNodes = new WeakMap<HTMLElement, Node[]>()

const getNote = (input: HTMLInputElement) => requireElement(`[id="${input.id}-note"]`)

/** Shows an error or a remark under a field, in place of its help text. */
export function showFieldError(input: HTMLInputElement, sentence: string, kind: 'error' | 'remark') {
  const note = getNote(input)
  if (!helpNodes.has(note)) helpNodes.set(note, [...note.childNodes])
  const line = kind === 'error' ? cloneTemplate('field-error') : document.createElement('p')
  if (kind === 'error') requireElement('span', line).textContent = sentence
  else Object.assign(line, { className: 'small muted', textContent: sentence })
  note.replaceChildren(line)
  input.setAttribute('aria-describedby', note.id)
  if (kind === 'error') input.setAttribute('aria-invalid', 'true')
}

/** Restores the help text of a field. */
export function clearFieldError(input: HTMLInputElement) {
  const note = getNote(input)
  const help = helpNodes.get(note)
  if (help) note.replaceChildren(...help)
  if (note.childNodes.length === 0) input.removeAttribute('aria-describedby')
  input.removeAttribute('aria-invalid')
}

/** Clears a field's error when the user types in it. */
export function clearErrorsOnInput(form: HTMLFormElement) {
  form.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.ariaInvalid === 'true') clearFieldError(target)
  })
}

/** Shows the submit button of a form as busy, with a spinner and this label. A null label restores the button. */
export function setFormBusy(form: HTMLFormElement, label: string | null) {
  const button = requireElement<HTMLButtonElement>('button[type="submit"]', form)
  button.dataset.label ??= button.textContent ?? ''
  button.replaceChildren(...(label === null ? [] : [cloneTemplate('spinner')]), label ?? button.dataset.label)
  for (const name of ['aria-busy', 'aria-disabled']) {
    if (label === null) button.removeAttribute(name)
    else button.setAttribute(name, 'true')
  }
}

export const isFormBusy = (form: HTMLFormElement) => form.querySelector('[aria-busy="true"]') !== null
