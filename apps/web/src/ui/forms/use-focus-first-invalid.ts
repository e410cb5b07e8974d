import { type RefObject, useEffect } from 'react'

/**
 * When the server has refused a form, focuses the first invalid field and scrolls it into view.
 * @param refusal error of the last attempt: a new object for every attempt, or null without an error
 */
export function useFocusFirstInvalid(form: RefObject<HTMLElement | null>, refusal: unknown) {
  useEffect(() => {
    if (refusal === null) return
    const show = () => {
      const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      first?.scrollIntoView({ block: 'center' })
      first?.focus({ preventScroll: true })
    }
    // Fields behind an open modal dialog can't get the focus, so wait until the dialog closes.
    const question = document.querySelector('dialog:modal')
    if (!question || question.contains(form.current)) return show()
    question.addEventListener('close', show, { once: true })
    return () => question.removeEventListener('close', show)
  }, [form, refusal])
}
