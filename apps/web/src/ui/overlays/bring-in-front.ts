/**
 * Moves something to where it is seen and heard: into the dialog on top, as all behind that is inert, else to its own
 * place. True when it was elsewhere.
 */
export function bringInFront(one: Element, place: Element): boolean {
  const front = [...document.querySelectorAll('dialog:modal')].at(-1) ?? place
  if (one.parentElement === front) return false
  front.append(one)
  return true
}
