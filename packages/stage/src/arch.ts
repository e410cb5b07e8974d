/** Returns the SVG path of the arch that frames a pet's picture, smaller by `inset`. View box: `-4 -7 88 108`. */
export function buildArchPath(inset: number): string {
  const top = 34 - inset
  const corner = Math.max(3, 14 - inset)
  const left = 6 + inset
  const right = 74 - inset
  const foot = 98 - inset
  const round = (value: number) => +value.toFixed(2)
  return [
    `M${round(left)} 52A${round(top)} ${round(top)} 0 0 1 ${round(right)} 52`,
    `V${round(foot - corner)}A${round(corner)} ${round(corner)} 0 0 1 ${round(right - corner)} ${round(foot)}`,
    `H${round(left + corner)}A${round(corner)} ${round(corner)} 0 0 1 ${round(left)} ${round(foot - corner)}Z`,
  ].join('')
}
