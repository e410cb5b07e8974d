import { buildArchPath } from '@pawtrait/stage/arch.ts'
import styles from './art.module.css'
import { NamePlate } from './NamePlate.tsx'
import { PawShape } from './PawShape.tsx'

type EmptyFrameProps = {
  /** Position and width of the frame, in units of the drawing. */
  x: number
  y: number
  width: number
  plate?: string
  /** Background of the frame. `wall`: cream lines on a `PaintedWall`. `page`: pale lines on the page. */
  on?: 'wall' | 'page'
}

/** Empty picture frame, as part of a larger drawing. */
export function EmptyFrame({ x, y, width, plate, on = 'wall' }: EmptyFrameProps) {
  return (
    <g className={styles[on]} transform={`translate(${x} ${y}) scale(${width / 68}) translate(-6 -18)`}>
      <path className={styles.hollow} d={buildArchPath(0)} />
      <path className={styles.dashes} d={buildArchPath(1.5)} />
      <g className={styles.faint} transform="translate(25 42) scale(1.25)">
        <PawShape />
      </g>
      {plate && <NamePlate name={plate} />}
    </g>
  )
}
