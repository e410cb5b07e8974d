import pad from './paw-pad.svg?path'

const TOES = [
  { x: 5, y: 11.3, rx: 1.95, ry: 2.55, turn: -24 },
  { x: 9.2, y: 6.2, rx: 2.05, ry: 2.85, turn: -8 },
  { x: 14.8, y: 6.2, rx: 2.05, ry: 2.85, turn: 8 },
  { x: 19, y: 11.3, rx: 1.95, ry: 2.55, turn: 24 },
]

/** Four toes and a pad, for a 24 x 24 box; each in a group of its own, so that it can move. */
export function PawShape() {
  return (
    <>
      {TOES.map(({ x, y, rx, ry, turn }) => (
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
