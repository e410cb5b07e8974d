import { type Adjustments, computeColourTransform } from '@pawtrait/contract/photos/photo-adjustments.ts'

type ColourFilterProps = { id: string; adjustments: Adjustments }

const channels = ['feFuncR', 'feFuncG', 'feFuncB'] as const

/** SVG filter that shows the adjusted colours as the server renders them. Used in CSS as `filter: url(#id)`. */
export function ColourFilter({ id, adjustments }: ColourFilterProps) {
  const { gain, offset, mix } = computeColourTransform(adjustments)
  return (
    <svg className="vh" aria-hidden="true">
      <filter id={id} colorInterpolationFilters="sRGB">
        <feComponentTransfer>
          {channels.map((Channel, at) => (
            <Channel key={Channel} type="linear" slope={gain[at]} intercept={offset[at]} />
          ))}
        </feComponentTransfer>
        <feColorMatrix values={[...mix.map((row) => `${row.join(' ')} 0 0`), '0 0 0 1 0'].join(' ')} />
      </filter>
    </svg>
  )
}
