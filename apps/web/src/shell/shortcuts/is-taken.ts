const TYPED_IN = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Where a letter is a letter, or belongs to what lies over the page. */
export function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  if (target instanceof HTMLElement && target.matches(TYPED_IN)) return true
  return document.querySelector('dialog[open], [aria-modal="true"], :popover-open') !== null
}
