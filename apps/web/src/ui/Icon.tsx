import styles from './Icon.module.css'

type IconProps = {
  /** Outline in a 256 x 256 box: `import x from '@phosphor-icons/core/bold/x-bold.svg?path'`. */
  path: string
  /** Side in px at the default text size. */
  size?: number
}

/** A Phosphor icon in the colour of the text. Never the only name of a control: the control carries a label. */
export function Icon({ path, size = 24 }: IconProps) {
  const side = `${size / 16}rem`
  return (
    <svg className={styles.icon} width={side} height={side} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
