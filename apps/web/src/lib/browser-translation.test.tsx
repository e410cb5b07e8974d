import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { translatePage } from '../testing/translate-page.ts'
import { patchDomForTranslation } from './browser-translation.ts'

let host: HTMLElement
let root: Root
beforeAll(patchDomForTranslation)
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

/** Renders texts and elements as siblings, because React then adds and removes each text separately. */
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

/** Translates the page, then waits for the mutation observer, which runs in a microtask. */
const translate = async () => {
  translatePage()
  await Promise.resolve()
}

describe('patchDomForTranslation', () => {
  it('removes the translation of a text that React removes', async () => {
    draw({ before: 'one ', words: ['two ', 'three '] })
    await translate()
    expect(shown()).toBe('ONE TWO THREE END')
    draw({ words: ['two '] })
    expect(shown()).toBe('TWO END')
  })

  it('lets React insert an element before a translated text', async () => {
    draw({ words: ['two '] })
    await translate()
    draw({ before: 'one ', isBold: true, words: ['two '] })
    expect(shown()).toBe('one newTWO END')
  })

  it('shows a changed text in the original language until it is translated again', async () => {
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

  it('supports translators that wrap a text, or remove it after inserting the translation', async () => {
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

  it('still updates text after the browser restores the original', async () => {
    draw({ words: ['two '], count: 1 })
    await translate()
    for (const font of host.querySelectorAll(':not(font) > font')) font.replaceWith(font.textContent.toLowerCase())
    await Promise.resolve()
    draw({ before: 'one ', words: ['two '], count: 2 })
    expect(shown()).toBe('one two  (2)end')
  })

  it('changes nothing on a page without translation', () => {
    draw({ before: 'one ', words: ['two ', 'three '] })
    draw({ words: ['three '], isBold: true, count: 1 })
    draw({ before: 'one ', words: ['two '], count: 2 })
    expect(shown()).toBe('one two  (2)end')
    expect(host.querySelector('font')).toBeNull()
  })
})
