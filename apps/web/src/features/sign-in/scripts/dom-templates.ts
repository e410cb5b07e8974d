/** Returns an element that the server always renders. @throws Error when it is missing */
export function requireElement<E extends HTMLElement = HTMLElement>(
  selector: string,
  within: ParentNode = document,
): E {
  const element = within.querySelector<E>(selector)
  if (!element) throw new Error(`The page has no element ${selector}.`)
  return element
}

/** Returns a copy of the content of `<template id>`. */
export function cloneTemplate(id: string): DocumentFragment {
  return document.importNode(requireElement<HTMLTemplateElement>(`template#${id}`).content, true)
}

/**
 * Copies the parts of a state's template (`data-for`) into the slots of the page (`data-slot`). A slot without a part
 * in the template stays unchanged. `texts`: texts for the elements with `data-text`, by name.
 */
export function showFormState(state: string, texts: Record<string, string> = {}) {
  const template = requireElement<HTMLTemplateElement>(`template[data-state="${state}"]`)
  const content = document.importNode(template.content, true)
  for (const [name, text] of Object.entries(texts)) {
    content.querySelector(`[data-text="${name}"]`)?.replaceChildren(text)
  }
  for (const part of content.querySelectorAll<HTMLElement>('[data-for]')) {
    document.querySelector(`[data-slot="${part.dataset.for}"]`)?.replaceChildren(...part.childNodes)
  }
}

export function clearSlot(name: string) {
  document.querySelector(`[data-slot="${name}"]`)?.replaceChildren()
}

/** Returns the "offline" message if a request got no response and the browser is offline; otherwise null. */
export const getOfflineText = (status: number): string | null =>
  status === 0 && !navigator.onLine ? (requireElement('template#field-error').dataset.offline ?? null) : null

/** Shows one error sentence in a slot. Screen readers announce it at once. */
export function showSlotError(slot: string, sentence: string) {
  const error = cloneTemplate('field-error')
  const line = requireElement('p', error)
  line.setAttribute('role', 'alert')
  requireElement('span', line).textContent = sentence
  requireElement(`[data-slot="${slot}"]`).replaceChildren(error)
}
