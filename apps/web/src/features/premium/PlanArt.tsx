import { FramedPortrait } from '#ui/art/FramedPortrait.tsx'
import { PaintedWall } from '#ui/art/PaintedWall.tsx'
import styles from './PlanArt.module.css'
import { Rosette } from './Rosette.tsx'

/** Decorative drawing of a framed dog with a rosette. It is tall in windows from 900 px, and wide in narrower ones. */
export function PlanArt({ plate }: { plate: string }) {
  return (
    <div className={styles.art}>
      <PaintedWall width={520} height={640} rail={{ y: 536, height: 12 }} keep="xMidYMid" className={styles.tall}>
        <FramedPortrait kind="dog" backdrop="marigold" x={128} y={128} width={264} plate={plate} />
        <Rosette x={372} y={346} scale={0.94} />
      </PaintedWall>
      <PaintedWall width={390} height={210} rail={{ y: 174, height: 12 }} keep="xMidYMid" className={styles.wide}>
        <FramedPortrait kind="dog" backdrop="marigold" x={140} y={46} width={104} />
        <Rosette x={246} y={128} scale={0.5} />
      </PaintedWall>
    </div>
  )
}
