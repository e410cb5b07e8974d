import horse from '@pawtrait/stage/art/horse.svg?shapes'
import art from './art.module.css'
import styles from './CrookedFrameScene.module.css'
import { FramedPortrait } from './FramedPortrait.tsx'
import { PaintedWall } from './PaintedWall.tsx'
import { Shapes } from './Shapes.tsx'
import { SittingDog } from './SittingDog.tsx'

/** Drawing for errors: a crooked frame and a small dog looking up at it. Fills its container. */
export function CrookedFrameScene({ plate }: { plate: string }) {
  return (
    <PaintedWall width={760} height={760} rail={{ y: 626.4, height: 12 }} keep="xMidYMid">
      <path className={styles.string} d="M372 70 322 196M372 70 470 214" />
      <circle className={art.plate} cx="372" cy="68" r="9" />
      <g transform="rotate(11 380 300)">
        <FramedPortrait kind="horse" backdrop="fog" x={258} y={190} width={244} plate={plate}>
          <g transform="translate(3 11.5) scale(.37)">
            <Shapes of={horse} />
          </g>
        </FramedPortrait>
      </g>
      <SittingDog x={466} y={560} scale={0.98} />
    </PaintedWall>
  )
}
