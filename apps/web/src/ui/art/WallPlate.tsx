import styles from './art.module.css'

/** A brass plate under a frame on the wall, in the units of the frame. */
export function WallPlate({ name }: { name: string }) {
  const width = Math.max(22, name.length * 2.55 + 8)
  return (
    <g transform="translate(40 104)">
      <rect className={styles.plate} x={-width / 2} y="-3.6" width={width} height="7.6" rx="1.6" />
      <text className={styles.plateName} y="1.9" textAnchor="middle">
        {name}
      </text>
    </g>
  )
}
