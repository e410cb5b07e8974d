/** Colours of pet frames. They must equal those in `tokens.css` of the web app. */
export const backdrops = {
  marigold: { background: '#ffd479', ring: '#b86f00', ink: '#5c3500' },
  moss: { background: '#cbdaa6', ring: '#62802f', ink: '#31421a' },
  lagoon: { background: '#a8dcd7', ring: '#1c7f7a', ink: '#0c4542' },
  dusk: { background: '#becbf3', ring: '#566fc6', ink: '#26366f' },
  plum: { background: '#dcc2e2', ring: '#965ba6', ink: '#4c2456' },
  rosehip: { background: '#f7c1be', ring: '#c24a51', ink: '#6b1d27' },
  clay: { background: '#edc8ab', ring: '#b0602f', ink: '#5a2d0f' },
  fog: { background: '#d5d9da', ring: '#6a767d', ink: '#333b41' },
} as const

export type StageBackdrop = keyof typeof backdrops
