import { PawShape } from '#ui/art/PawShape.tsx'
import styles from './PaySheet.module.css'

/** A bank card, and where it stands: being asked about, good, or refused. */
export function CardArt({ mood }: { mood: 'asking' | 'paid' | 'refused' }) {
  return (
    <svg className={styles.art} width="152" height="100" viewBox="0 0 190 124" aria-hidden="true">
      <rect className={styles.shade} x="6" y="10" width="170" height="108" rx="16" />
      <rect className={styles.plastic} width="170" height="108" rx="16" />
      <rect className={styles.stripe} y="22" width="170" height="20" />
      <rect className={styles.chip} x="16" y="58" width="34" height="26" rx="6" />
      <g className={styles.paw} transform="translate(122 66) scale(1.25)">
        <PawShape />
      </g>
      <circle className={styles.rim} cx="164" cy="98" r="24" />
      <circle className={styles[mood]} cx="164" cy="98" r="20" />
      {mood === 'asking' ? (
        <g className={styles.mark}>
          {[157, 164, 171].map((x) => (
            <circle key={x} cx={x} cy="98" r="2.2" />
          ))}
        </g>
      ) : (
        <path className={styles.line} d={mood === 'paid' ? 'm155 98 6 6 12-12' : 'm157 91 14 14m0-14-14 14'} />
      )}
    </svg>
  )
}
