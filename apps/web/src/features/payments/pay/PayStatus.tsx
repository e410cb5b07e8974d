import { type ReactNode, useEffect, useRef } from 'react'

/** Main sentence of the pay sheet, in a live region. It gets the focus if the focused button was removed. */
export function PayStatus({ children }: { children: ReactNode }) {
  const paragraph = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) paragraph.current?.focus()
  }, [])
  return (
    <p ref={paragraph} tabIndex={-1} role="status" className="muted">
      {children}
    </p>
  )
}
