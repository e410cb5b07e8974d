import pad from '@pawtrait/stage/art/paw-pad.svg?path'
import { pawToes } from '@pawtrait/stage/paw.ts'

/** Four toes and a pad in a 24 x 24 box, each in its own group for animation. */
export function PawShape() {
  return (
    <>
      {pawToes.map(({ x, y, rx, ry, turn }) => (
        <g key={x}>
          <ellipse cx={x} cy={y} rx={rx} ry={ry} transform={`rotate(${turn} ${x} ${y})`} />
        </g>
      ))}
      <g>
        <path d={pad} />
      </g>
    </>
  )
}
