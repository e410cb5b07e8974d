import type { ButtonHTMLAttributes } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './Icon.tsx'
import styles from './IconButton.module.css'

type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Accessible name of the button, also shown as its tooltip. */
  label: string
  /** Path of a Phosphor icon. */
  icon: string
  /** Background behind the button. `photo`: a dark pill, visible on any picture. `solid`: a floating disc. */
  on?: 'page' | 'photo' | 'solid'
  iconSize?: number
}

/** Round 44 px button with an icon. */
export function IconButton({ label, icon, on = 'page', iconSize = 24, className, ...rest }: IconButtonProps) {
  const look = classNames(styles.button, on !== 'page' && styles[on], on === 'photo' && 'over-photo', className)
  return (
    <button type="button" title={label} aria-label={label} {...rest} className={look}>
      <Icon path={icon} size={iconSize} />
    </button>
  )
}
