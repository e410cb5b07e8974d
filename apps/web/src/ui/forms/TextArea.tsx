import type { Ref, TextareaHTMLAttributes } from 'react'
import { growField } from '#lib/forms/grow-field.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './Field.module.css'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type TextAreaProps = FieldTexts &
  Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'children'> & { ref?: Ref<HTMLTextAreaElement> }

/** Multi-line text field with label, help, error and counter. It grows with its text. */
export function TextArea({ label, help, error, counter, id, className, ...rest }: TextAreaProps) {
  return (
    <FieldFrame label={label} help={help} error={error} counter={counter} id={id}>
      {(control) => (
        <textarea
          dir="auto"
          onInput={growField}
          onFocus={growField}
          {...rest}
          {...control}
          className={classNames(styles.input, styles.area, className)}
        />
      )}
    </FieldFrame>
  )
}
