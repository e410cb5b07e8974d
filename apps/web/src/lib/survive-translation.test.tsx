import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { translatePage } from '../testing/translate-page.ts'
import { surviveTranslation } from './survive-translation.ts'

let host: HTMLElement
let root: Root
beforeAll(surviveTranslation)
beforeEach(() => {
  host = document.createElement('div')
  document.body.append(host)
  root = createRoot(host)
})
afterEach(() => {
  root.unmount()
  host.remove()
})

type Parts = { before?: string; words: string[]; count?: number; isBold?: boolean }

/** Texts and elements that come and go beside each other. */
function Line({ before, words, count, isBold }: Parts) {
  return (
    <p>
      {before}
      {isBold && <b>new</b>}
      {words}
      {count !== undefined && ` (${count})`}
      <i>end</i>
    </p>
  )
}

const draw = (parts: Parts) => flushSync(() => root.render(<Line {...parts} />))
const shown = () => host.textContent

/** The observer is told at the end of the task, as it is of a browser's own translation. */
const translate = async () => {
  translatePage()
  await Promise.resolve()
}

describe('surviveTranslation', () => {
  it('removes the translation of a text that goes', async () => {
    draw({ before: 'one ', words: ['two ', 'three '] })
    await translate()
    expect(shown()).toBe('ONE TWO THREE END')
    draw({ words: ['two '] })
    expect(shown()).toBe('TWO END')
  })

  it('inserts before the translation of a text', async () => {
    draw({ words: ['two '] })
    await translate()
    draw({ before: 'one ', isBold: true, words: ['two '] })
    expect(shown()).toBe('one newTWO END')
  })

  it('shows the new words of a text that changes, and translates them again', async () => {
    draw({ words: ['likes'], count: 1 })
    await translate()
    draw({ words: ['likes'], count: 2 })
    expect(shown()).toBe('LIKES (2)END')
    await translate()
    draw({ words: ['likes'], count: 3 })
    expect(shown()).toBe('LIKES (3)END')
    draw({ words: ['like'] })
    expect(shown()).toBe('likeEND')
  })

  it('follows a translation that keeps the text inside its own element, or removes it in two steps', async () => {
    draw({ words: ['two '], count: 1 })
    const [words, count] = [...(host.firstElementChild?.childNodes ?? [])]
    const fonts = [document.createElement('font'), document.createElement('font')]
    words?.replaceWith(fonts[0] ?? '')
    fonts[0]?.append(words ?? '')
    host.firstElementChild?.insertBefore(fonts[1] ?? host, count ?? null)
    fonts[1]?.append(' (ONE)')
    count?.remove()
    await Promise.resolve()
    draw({ before: 'one ', words: ['two '], count: 2 })
    expect(shown()).toBe('one two  (2)end')
    draw({ words: [] })
    expect(shown()).toBe('end')
  })

  it('goes on when the original is shown again', async () => {
    draw({ words: ['two '], count: 1 })
    await translate()
    for (const font of host.querySelectorAll(':not(font) > font')) font.replaceWith(font.textContent.toLowerCase())
    await Promise.resolve()
    draw({ before: 'one ', words: ['two '], count: 2 })
    expect(shown()).toBe('one two  (2)end')
  })

  it('leaves a page without translation as it is', () => {
    draw({ before: 'one ', words: ['two ', 'three '] })
    draw({ words: ['three '], isBold: true, count: 1 })
    draw({ before: 'one ', words: ['two '], count: 2 })
    expect(shown()).toBe('one two  (2)end')
    expect(host.querySelector('font')).toBeNull()
  })
})
