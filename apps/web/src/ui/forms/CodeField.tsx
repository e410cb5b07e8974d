import { type ChangeEvent, useState } from 'react'
import styles from './CodeField.module.css'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

const LENGTH = 8

type CodeFieldProps = Omit<FieldTexts, 'counter'> & {
  name: string
  id?: string
  /** Called on each change with the digits so far, at most eight. */
  onChange?: (digits: string) => void
  defaultValue?: string
}

/**
 * Field for an eight-digit code, drawn as eight cells. It is one input, so that paste and one-time-code autofill work.
 */
export function CodeField({ name, id, onChange, defaultValue = '', ...words }: CodeFieldProps) {
  const [digits, setDigits] = useState(defaultValue)
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    const next = event.target.value.replace(/\D/g, '').slice(0, LENGTH)
    setDigits(next)
    onChange?.(next)
  }
  return (
    <FieldFrame {...words} id={id}>
      {(control) => (
        <div className={styles.code}>
          <input
            {...control}
            name={name}
            value={digits}
            onChange={change}
            inputMode="numeric"
            autoComplete="one-time-code"
          />
          <span className={styles.cells} aria-hidden="true">
            {Array.from({ length: LENGTH }, (_, index) => (
              <i key={index} data-next={digits.length === index ? '' : undefined}>
                {digits[index]}
              </i>
            ))}
          </span>
        </div>
      )}
    </FieldFrame>
  )
}
