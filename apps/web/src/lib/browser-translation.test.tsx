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

const renderLine = (parts: Parts) => flushSync(() => root.render(<Line {...parts} />))
const readShownText = () => host.textContent

/** Translates the page, then waits for the mutation observer, which runs in a microtask. */
const translate = async () => {
  translatePage()
  await Promise.resolve()
}

describe('patchDomForTranslation', () => {
  it('removes the translation of a text that React removes', async () => {
    renderLine({ before: 'one ', words: ['two ', 'three '] })
    await translate()
    expect(readShownText()).toBe('ONE TWO THREE END')
    renderLine({ words: ['two '] })
    expect(readShownText()).toBe('TWO END')
  })

  it('lets React insert an element before a translated text', async () => {
    renderLine({ words: ['two '] })
    await translate()
    renderLine({ before: 'one ', isBold: true, words: ['two '] })
    expect(readShownText()).toBe('one newTWO END')
  })

  it('shows a changed text in the original language until it is translated again', async () => {
    renderLine({ words: ['likes'], count: 1 })
    await translate()
    renderLine({ words: ['likes'], count: 2 })
    expect(readShownText()).toBe('LIKES (2)END')
    await translate()
    renderLine({ words: ['likes'], count: 3 })
    expect(readShownText()).toBe('LIKES (3)END')
    renderLine({ words: ['like'] })
    expect(readShownText()).toBe('likeEND')
  })

  it('supports translators that wrap a text, or remove it after inserting the translation', async () => {
    renderLine({ words: ['two '], count: 1 })
    const [words, count] = [...(host.firstElementChild?.childNodes ?? [])]
    const fonts = [document.createElement('font'), document.createElement('font')]
    words?.replaceWith(fonts[0] ?? '')
    fonts[0]?.append(words ?? '')
    host.firstElementChild?.insertBefore(fonts[1] ?? host, count ?? null)
    fonts[1]?.append(' (ONE)')
    count?.remove()
    await Promise.resolve()
    renderLine({ before: 'one ', words: ['two '], count: 2 })
    expect(readShownText()).toBe('one two  (2)end')
    renderLine({ words: [] })
    expect(readShownText()).toBe('end')
  })

  it('still updates text after the browser restores the original', async () => {
    renderLine({ words: ['two '], count: 1 })
    await translate()
    for (const font of host.querySelectorAll(':not(font) > font')) font.replaceWith(font.textContent.toLowerCase())
    await Promise.resolve()
    renderLine({ before: 'one ', words: ['two '], count: 2 })
    expect(readShownText()).toBe('one two  (2)end')
  })

  it('changes nothing on a page without translation', () => {
    renderLine({ before: 'one ', words: ['two ', 'three '] })
    renderLine({ words: ['three '], isBold: true, count: 1 })
    renderLine({ before: 'one ', words: ['two '], count: 2 })
    expect(readShownText()).toBe('one two  (2)end')
    expect(host.querySelector('font')).toBeNull()
  })
})
