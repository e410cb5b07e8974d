import { Shapes } from './Shapes.tsx'
import sitter from './sitting-dog.svg?shapes'

/** Small dog from behind, looking up. At `scale` 1 the drawing is 120 x 164 units. */
export function SittingDog({ x, y, scale }: { x: number; y: number; scale: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${scale})`}>
      <Shapes of={sitter} />
    </g>
  )
}
