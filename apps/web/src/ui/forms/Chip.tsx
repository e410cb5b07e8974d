import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Chip.module.css'

type ChipProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  children: ReactNode
  /** Whether the chip is on; undefined for a chip without a state. */
  pressed?: boolean
}

/** Pill-shaped button for filters and choices. */
export function Chip({ pressed, className, children, ...rest }: ChipProps) {
  return (
    <button
      type="button"
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      {...rest}
      className={classNames(styles.chip, className)}
    >
      {children}
    </button>
  )
}

/** Selected item that a click removes: "Biscuit ×". The whole chip is the button. */
export function RemovableChip({ removeLabel, onRemove, children }: RemovableChipProps) {
  return (
    <button type="button" className={styles.chip} aria-label={removeLabel} onClick={onRemove}>
      <span>{children}</span>
      <Icon path={x} size={16} />
    </button>
  )
}

type RemovableChipProps = {
  /** Accessible name of the chip: "Remove Biscuit". */
  removeLabel: string
  onRemove: () => void
  children: ReactNode
}
