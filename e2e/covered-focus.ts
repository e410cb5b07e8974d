import type { Page } from 'playwright-core'

/**
 * Focuses each control in order, forwards and backwards. Returns the controls that a sticky or fixed bar covers at
 * their top, middle or bottom (WCAG 2.4.11). Ignores toasts, because they disappear.
 */
export const findCoveredFocus = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`(() => {
    if (document.querySelector(':popover-open')) return []
    const layer = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
    const focusable = 'a[href], button:not(:disabled), input, textarea, select, summary, [tabindex="0"]'
    const controls = [...layer.querySelectorAll(focusable)].filter((it) => it.tabIndex >= 0 && it.checkVisibility())
    const isBar = (it) => ['sticky', 'fixed'].includes(getComputedStyle(it).position) && !it.closest('[role=status]')
    const isCovered = (control) => {
      const { left, top, width, bottom } = control.getBoundingClientRect()
      return [top + 2, (top + bottom) / 2, bottom - 2].some((y) => {
        let over = document.elementFromPoint(left + width / 2, y)
        for (; over && !over.contains(control); over = over.parentElement) if (isBar(over)) return true
        return false
      })
    }
    const covered = []
    for (const control of [...controls, ...controls.toReversed()]) {
      control.focus()
      if (document.activeElement === control && isCovered(control))
        covered.push(control.ariaLabel || control.textContent.trim().slice(0, 40) || control.outerHTML.slice(0, 90))
    }
    document.activeElement?.blur()
    scrollTo({ top: 0, behavior: 'instant' })
    return [...new Set(covered)]
  })()`)
