import styles from './art.module.css'

const MAX_LETTERS = 14

/** Brass name plate in the coordinates of a `FramedPortrait`. Shortens names of more than 14 letters. */
export function NamePlate({ name }: { name: string }) {
  const shortName = name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name
  const width = Math.max(22, shortName.length * 2.55 + 8)
  return (
    <g transform="translate(40 104)">
      <rect className={styles.plate} x={-width / 2} y="-3.6" width={width} height="7.6" rx="1.6" />
      <text className={styles.plateName} y="1.9" textAnchor="middle">
        {shortName}
      </text>
    </g>
  )
}
