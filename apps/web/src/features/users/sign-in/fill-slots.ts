/** The element of a page that the server always renders. @throws Error when it does not. */
export function need<E extends HTMLElement = HTMLElement>(selector: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(selector)
  if (!element) throw new Error(`The page has no ${selector}`)
  return element
}

/** A copy of what `<template id>` holds. */
export function copyOf(id: string): DocumentFragment {
  return document.importNode(need<HTMLTemplateElement>(`template#${id}`).content, true)
}

/**
 * Puts what a state shows into the page's slots; a slot it does not name is left as it is. `texts` fill the elements
 * with `data-text`.
 */
export function showState(state: string, texts: Record<string, string> = {}) {
  const template = need<HTMLTemplateElement>(`template[data-state="${state}"]`)
  const content = document.importNode(template.content, true)
  for (const [name, text] of Object.entries(texts)) {
    const place = content.querySelector(`[data-text="${name}"]`)
    if (place) place.textContent = text
  }
  for (const part of content.querySelectorAll<HTMLElement>('[data-for]')) {
    document.querySelector(`[data-slot="${part.dataset.for}"]`)?.replaceChildren(...part.childNodes)
  }
}

/** Empties a slot. */
export function clearSlot(name: string) {
  document.querySelector(`[data-slot="${name}"]`)?.replaceChildren()
}

/** One error sentence in a slot, announced at once. */
export function showError(slot: string, sentence: string) {
  const error = copyOf('field-error')
  const line = need('p', error)
  line.setAttribute('role', 'alert')
  need('span', line).textContent = sentence
  need(`[data-slot="${slot}"]`).replaceChildren(error)
}
