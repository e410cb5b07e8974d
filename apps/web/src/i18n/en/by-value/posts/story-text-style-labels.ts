// Labels of typefaces and colours of story text, looked up by key at run time.
export const storyTypefaceLabels = { serif: 'Classic', sans: 'Plain', hand: 'Handwritten' } as const

export const storyInkLabels = {
  white: 'White with a dark edge',
  black: 'Black with a light edge',
  paper: 'Black on white',
  night: 'White on black',
  brass: 'Brown on yellow',
  spruce: 'White on green',
  rose: 'Red on pink',
} as const
