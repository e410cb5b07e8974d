/** The four toes of the paw icon, which has a view box of 24 by 24. */
export const pawToes = [
  { x: 5, y: 11.3, rx: 1.95, ry: 2.55, turn: -24 },
  { x: 9.2, y: 6.2, rx: 2.05, ry: 2.85, turn: -8 },
  { x: 14.8, y: 6.2, rx: 2.05, ry: 2.85, turn: 8 },
  { x: 19, y: 11.3, rx: 1.95, ry: 2.55, turn: 24 },
] as const

const round = (value: number) => +value.toFixed(2)

export const pawToesOutline = (): string =>
  pawToes
    .map(({ x, y, rx, ry, turn }) => {
      const angle = (turn * Math.PI) / 180
      const [dx, dy] = [rx * Math.cos(angle), rx * Math.sin(angle)]
      const arc = `A${rx} ${ry} ${turn} 1 0`
      const [one, other] = [`${round(x + dx)} ${round(y + dy)}`, `${round(x - dx)} ${round(y - dy)}`]
      return `M${one}${arc} ${other}${arc} ${one}Z`
    })
    .join('')
