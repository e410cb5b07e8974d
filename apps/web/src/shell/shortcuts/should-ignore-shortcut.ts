const TYPED_IN = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

const OVER_THE_PAGE = 'dialog[open], [aria-modal="true"], :popover-open'

/**
 * Returns whether keyboard shortcuts must ignore a key press. They ignore it after another handler has handled it, or
 * while Ctrl, Meta or Alt is held. They also ignore it while a text field or a select has the focus, or an overlay is
 * open. `part`: the element on which the shortcuts act. An open overlay that contains this element does not block them.
 */
export function shouldIgnoreShortcut(event: KeyboardEvent, part?: Element): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  if (target instanceof HTMLElement && target.matches(TYPED_IN)) return true
  return [...document.querySelectorAll(OVER_THE_PAGE)].some((over) => !part || !over.contains(part))
}
