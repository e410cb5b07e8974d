import { type ReactNode, useEffect, useRef } from 'react'

/** What the sheet has to say, announced. When the button that led here is gone, the focus goes on from here. */
export function Lead({ children }: { children: ReactNode }) {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (document.activeElement === null || document.activeElement === document.body) words.current?.focus()
  }, [])
  return (
    <p ref={words} tabIndex={-1} role="status" className="muted">
      {children}
    </p>
  )
}
