import styles from './Icon.module.css'

type IconProps = {
  /** SVG path in a 256 x 256 box: `import x from '@phosphor-icons/core/bold/x-bold.svg?path'`. */
  path: string
  /** Size in px at the default text size. */
  size?: number
}

/** Decorative Phosphor icon in the colour of the text. The control around the icon needs its own label. */
export function Icon({ path, size = 24 }: IconProps) {
  const side = `${size / 16}rem`
  return (
    <svg className={styles.icon} width={side} height={side} viewBox="0 0 256 256" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  )
}
