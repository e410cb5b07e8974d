import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const source = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')

const toRgb = (hex: string) => `rgb(${[1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)).join(' ')})`

test('renderDocument sets theme-color to the page background in both themes', () => {
  const [, light = '', dark = ''] = /--wall: light-dark\((#\w{6}), (#\w{6})\)/.exec(source('../ui/tokens.css')) ?? []
  expect(source('./html-document.ts')).toContain(`{ light: '${toRgb(light)}', dark: '${toRgb(dark)}' }`)
})
