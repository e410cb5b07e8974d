import type { ReactNode } from 'react'

type SendFormProps = { busy: boolean; onSend: () => void; className?: string | undefined; children: ReactNode }

/** A form whose fields are checked by the server; while it is sent it is not sent again. */
export function SendForm({ busy, onSend, className, children }: SendFormProps) {
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
