import type { Shape } from '@pawtrait/stage/shapes.ts'
import { stageSize } from '@pawtrait/stage/stage.ts'
import { useId } from 'react'

const getTransform = (at: { x: number; y: number; scale: number } | undefined) =>
  at && `translate(${at.x} ${at.y}) scale(${at.scale})`

/** Text and name plate over the photo, as the outlines that the server draws. Emoji use the device's font. */
export function StageShapes({ shapes, className }: { shapes: readonly Shape[]; className: string | undefined }) {
  return (
    <svg
      className={className}
      viewBox={`0 0 ${stageSize.width} ${stageSize.height}`}
      aria-hidden="true"
      focusable="false"
    >
      {shapes.map((shape, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no id, and their order is the drawing's
        <StageShape key={at} shape={shape} />
      ))}
    </svg>
  )
}

function StageShape({ shape }: { shape: Shape }) {
  const clip = useId()
  if (shape.kind === 'box') {
    const { kind: _, radius, ...box } = shape
    return <rect {...box} rx={radius} />
  }
  if (shape.kind === 'path') {
    const { d, fill, stroke, at } = shape
    const line = stroke && { stroke: stroke.colour, strokeWidth: stroke.width, strokeLinejoin: 'round' as const }
    return <path d={d} fill={fill} {...line} transform={getTransform(at)} />
  }
  if (shape.kind === 'emoji') {
    const { emoji, x, y, size } = shape
    return (
      <text x={x + size / 2} y={y + size * 0.85} fontSize={size * 0.86} textAnchor="middle">
        {emoji}
      </text>
    )
  }
  const { picture, clip: d, at, x, y, width, height } = shape
  return (
    <g transform={getTransform(at)}>
      <clipPath id={clip}>
        <path d={d} />
      </clipPath>
      <image
        {...{ x, y, width, height }}
        href={picture}
        preserveAspectRatio="xMidYMid slice"
        clipPath={`url(#${clip})`}
      />
    </g>
  )
}
