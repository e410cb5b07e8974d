const petals = Array.from({ length: 14 }, (_, at) => {
  const colour = at % 2 === 0 ? '#C23B4B' : '#E2566A'
  return `<ellipse rx="17" ry="26" cy="-34" fill="${colour}" transform="rotate(${((at * 360) / 14).toFixed(2)})"/>`
})

/** The ribbon a purchase is drawn with. */
export const rosette = `<svg class="ros" viewBox="-75 -80 150 200" aria-hidden="true" focusable="false">
<path d="M-14 30-34 112l28-14 18 24 14-86ZM14 30l20 82-28-14-18 24-6-80Z" fill="#C23B4B"/>${petals.join('')}
<circle r="36" fill="#FFF3DC"/><circle r="29" fill="#FFB454"/></svg>`
