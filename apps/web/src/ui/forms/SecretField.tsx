import eye from '@phosphor-icons/core/regular/eye.svg?path'
import eyeSlash from '@phosphor-icons/core/regular/eye-slash.svg?path'
import { type InputHTMLAttributes, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/IconButton.tsx'
import styles from './Field.module.css'
import { FieldFrame, type FieldTexts } from './FieldFrame.tsx'

type SecretFieldProps = FieldTexts &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'children' | 'type'> & {
    /** Accessible name of the button while the text is masked: "Show zip code". */
    showLabel: string
    hideLabel: string
  }

/** Masked field with a button that reveals its text. */
export function SecretField(props: SecretFieldProps) {
  const { label, help, error, counter, id, showLabel, hideLabel, className, ...rest } = props
  const [isVisible, setVisible] = useState(false)
  return (
    <FieldFrame label={label} help={help} error={error} counter={counter} id={id}>
      {(control) => (
        <div className={styles.around}>
          <input
            {...rest}
            {...control}
            type={isVisible ? 'text' : 'password'}
            autoCapitalize="none"
            spellCheck={false}
            className={classNames(styles.input, styles.asId, styles.withEnd, className)}
          />
          <IconButton
            className={styles.end}
            data-reveal=""
            label={isVisible ? hideLabel : showLabel}
            icon={isVisible ? eyeSlash : eye}
            onClick={() => setVisible(!isVisible)}
          />
        </div>
      )}
    </FieldFrame>
  )
}
