import { type RefObject, useEffect } from 'react'

/**
 * After a refusal the first wrong field of a form has the focus and stands in view.
 * @param refusal why the last try failed, another object for every try; null while nothing is wrong
 */
export function useFirstWrong(form: RefObject<HTMLElement | null>, refusal: unknown) {
  useEffect(() => {
    if (refusal === null) return
    const show = () => {
      const first = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
      first?.scrollIntoView({ block: 'center' })
      first?.focus({ preventScroll: true })
    }
    // Saved from a question over the page: nothing below can have the focus before that is closed.
    const question = document.querySelector('dialog:modal')
    if (!question || question.contains(form.current)) return show()
    question.addEventListener('close', show, { once: true })
    return () => question.removeEventListener('close', show)
  }, [form, refusal])
}
