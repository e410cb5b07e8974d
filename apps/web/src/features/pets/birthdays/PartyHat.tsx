import styles from './BirthdayCard.module.css'

const colours = [styles.one, styles.two, styles.three, styles.four]
const FLAGS = 10
const WIDTH = 1000

/** Returns how far the string of the bunting hangs down at x, in SVG units. */
const sag = (x: number) => 6 + 26 * (1 - ((2 * x) / WIDTH - 1) ** 2)

export function Bunting() {
  const flags = Array.from({ length: FLAGS }, (_, index) => 40 + (index * (WIDTH - 80)) / (FLAGS - 1))
  return (
    <svg className={styles.bunting} viewBox={`0 0 ${WIDTH} 70`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M0 6Q${WIDTH / 2} 58 ${WIDTH} 6`} />
      {flags.map((x, index) => (
        <path
          key={x}
          className={colours[index % colours.length]}
          d={`M${x - 26} ${sag(x - 26)}L${x + 26} ${sag(x + 26)}L${x} ${sag(x) + 30}Z`}
        />
      ))}
    </svg>
  )
}

export function PartyHat() {
  return (
    <svg className={styles.hat} viewBox="0 0 88 110" aria-hidden="true">
      <path className={styles.four} d="M44 14L80 104Q44 116 8 104Z" />
      <path className={styles.two} d="M34 40L54 40L60 55Q44 60 28 55ZM22 70Q44 78 66 70L72 86Q44 95 16 86Z" />
      <circle className={styles.three} cx="44" cy="13" r="10" />
    </svg>
  )
}
