import type { ReactNode } from 'react'

type SendFormProps = { busy: boolean; onSend: () => void; className?: string | undefined; children: ReactNode }

/** Form that the server validates. Ignores further submits while one is pending. */
export function ServerValidatedForm({ busy, onSend, className, children }: SendFormProps) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy) onSend()
      }}
    >
      {children}
    </form>
  )
}
