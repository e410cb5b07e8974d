import { FramedPortrait } from '#ui/art/FramedPortrait.tsx'
import { PaintedWall } from '#ui/art/PaintedWall.tsx'
import { SittingDog } from '#ui/art/SittingDog.tsx'
import styles from './FeedAllowanceUsedCard.module.css'

const CLOTH =
  'M4 49C8 22 24 9 41 8c14-12 24-12 22 2 12 8 16 24 17 39l2 30q-7 8-13 0-7 8-14 0-7 8-14 0-7 8-14 0-7 8-14 0-6 8-12 0Z'
const FOLDS = 'M18 30c-4 14-6 34-5 49M40 12c-3 20-3 44-1 67M62 20c5 18 6 40 5 59'
const HEM = 'M5 70q38 7 77 0l.5 9q-7 8-13.5 0-7 8-14 0-7 8-14 0-7 8-14 0-7 8-14 0-6 8-10 0Z'

export function FeedAllowanceUsedArt() {
  return (
    <div className={styles.art}>
      <PaintedWall width={520} height={560} rail={{ y: 468, height: 13 }} keep="xMidYMid" className={styles.drawing}>
        <FramedPortrait kind="bird" backdrop="dusk" x={140} y={110} width={240} plate="Pip" />
        <g transform="translate(140 110) scale(3.53) translate(-6 -18)">
          <path className={styles.cloth} d={CLOTH} />
          <path className={styles.folds} d={FOLDS} />
          <path className={styles.hem} d={HEM} />
        </g>
        <SittingDog x={352} y={392} scale={0.6} />
      </PaintedWall>
    </div>
  )
}
