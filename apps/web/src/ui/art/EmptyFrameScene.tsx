import styles from './art.module.css'
import { EmptyFrame } from './EmptyFrame.tsx'
import { SittingDog } from './SittingDog.tsx'

/** Drawing of an empty frame with a small dog looking up at it. */
export function EmptyFrameScene({ plate }: { plate: string }) {
  return (
    <svg width="18.75rem" height="13.75rem" viewBox="0 0 300 220" aria-hidden="true" focusable="false">
      <EmptyFrame x={104} y={22} width={92} plate={plate} on="page" />
      <rect className={styles.floorLine} y="204" width="300" height="3" rx="2" />
      <SittingDog x={196} y={118} scale={0.54} />
    </svg>
  )
}
