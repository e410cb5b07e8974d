import styles from './PaySheet.module.css'

/** A phone that asks for a PIN, or one on which that came to nothing. */
export function PhoneArt({ failed = false }: { failed?: boolean }) {
  return (
    <svg className={styles.art} width="106" height="120" viewBox="0 0 132 150" aria-hidden="true">
      <rect className={styles.shell} x="26" y="4" width="80" height="142" rx="18" />
      <rect className={styles.screen} x="32" y="12" width="68" height="126" rx="11" />
      {failed ? <Trouble /> : <Question />}
    </svg>
  )
}

function Question() {
  return (
    <>
      <rect className={styles.question} x="38" y="52" width="56" height="50" rx="8" />
      <rect className={styles.words} x="45" y="60" width="34" height="5" rx="2.5" />
      <g className={styles.pin}>
        {[51, 61, 71, 81].map((x) => (
          <circle key={x} cx={x} cy="79" r="4" />
        ))}
      </g>
      <rect className={styles.send} x="68" y="90" width="18" height="6" rx="3" />
    </>
  )
}

function Trouble() {
  return (
    <>
      <circle className={styles.refused} cx="66" cy="75" r="15" />
      <path className={styles.line} d="M66 68v8m0 6v.1" />
    </>
  )
}
