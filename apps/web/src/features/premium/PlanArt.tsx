import { WallFrame } from '#ui/art/WallFrame.tsx'
import styles from './PlanArt.module.css'
import { Rosette } from './Rosette.tsx'

/** A spaniel that has won: decoration of the plan, tall from 900 px and wide below. */
export function PlanArt({ plate }: { plate: string }) {
  return (
    <div className={styles.art}>
      <svg className={styles.tall} viewBox="0 0 520 640" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Wall width={520} floor={548} height={640} />
        <WallFrame kind="dog" backdrop="marigold" x={128} y={128} width={264} plate={plate} />
        <Rosette x={372} y={346} scale={0.94} />
      </svg>
      <svg className={styles.wide} viewBox="0 0 390 210" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
        <Wall width={390} floor={186} height={210} />
        <WallFrame kind="dog" backdrop="marigold" x={140} y={46} width={104} />
        <Rosette x={246} y={128} scale={0.5} />
      </svg>
    </div>
  )
}

function Wall({ width, floor, height }: { width: number; floor: number; height: number }) {
  return (
    <>
      <rect className={styles.wall} width={width} height={height} />
      <rect className={styles.floor} y={floor} width={width} height={height - floor} />
      <rect className={styles.rail} y={floor - 12} width={width} height="13" />
    </>
  )
}
