import { type MentionSuggestion, suggestMentions } from '@pawtrait/contract/mention-suggestions.ts'
import { useRef, useState } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { endImeComposition } from '../../testing/end-ime-composition.ts'
import { fakeNetwork } from '../../testing/fake-network.ts'
import { renderApp } from '../../testing/render-app.tsx'
import { MentionSuggestions } from './MentionSuggestions.tsx'

const aHit = (
  type: MentionSuggestion['type'],
  name: string,
  more: Partial<MentionSuggestion> = {},
): MentionSuggestion => ({
  ...{ id: name, type, name, detail: '', image: null, species: null, backdrop: null, postCount: null },
  ...more,
})
const hits = [
  aHit('user', 'brian.m', { detail: 'Brian Mwangi' }),
  aHit('user', 'bilal00', { detail: 'Bilal Farah' }),
  aHit('pet', 'Biscuit', { species: 'dog', backdrop: 'rosehip', detail: 'Corgi' }),
]

const onSubmit = vi.fn()

function Form() {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState('')
  return (
    <form>
      <textarea
        ref={field}
        aria-label="Words"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={({ key }) => key === 'Enter' && onSubmit(text)}
      />
      <MentionSuggestions field={field} />
    </form>
  )
}

const field = () => page.getByRole('textbox', { name: 'Words' })
const options = () => page.getByRole('option')
const active = () =>
  document.getElementById(field().element().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null

async function typed(text: string, found = hits) {
  onSubmit.mockReset()
  const net = fakeNetwork()
  net.on(`GET ${suggestMentions.path}`, { status: 200, body: { hits: found } })
  renderApp(<Form />)
  await userEvent.click(field())
  await userEvent.keyboard(text)
  return net
}

async function open(text = 'Wow @b') {
  const net = await typed(text)
  await expect.element(options().first()).toBeVisible()
  return net
}

describe('MentionSuggestions', () => {
  test('opens while a name is typed, selects the first suggestion, and announces the suggestion count', async () => {
    await open()
    await expect.poll(active).toContain('brian.m')
    await expect.element(page.getByRole('option', { name: 'Biscuit Corgi' })).toBeVisible()
    await expect
      .element(page.getByText('3 suggestions. Choose with the arrow keys and Enter.'))
      .toHaveAttribute('role', 'status')
    expect([...document.querySelectorAll('mark')].map((mark) => mark.textContent)).toEqual(['b', 'B', 'b', 'B', 'B'])
    const list = page.getByRole('listbox', { name: 'People, pets and tags' }).element()
    expect(field().element().getAttribute('aria-controls')).toBe(list.id)
    expect(await listAxeViolations()).toEqual([])
  })

  test('selects options with arrow keys, wraps around at both ends, and keeps the focus in the field', async () => {
    await open()
    await userEvent.keyboard('{ArrowDown}')
    await expect.poll(active).toContain('bilal00')
    await userEvent.keyboard('{ArrowDown}{ArrowDown}')
    await expect.poll(active).toContain('brian.m')
    await userEvent.keyboard('{ArrowUp}')
    await expect.poll(active).toContain('Biscuit')
    await expect.element(field()).toHaveFocus()
    expect(
      options()
        .elements()
        .map((option) => option.getAttribute('aria-selected')),
    ).toEqual(['false', 'false', 'true'])
  })

  test.each(['Enter', 'Tab'])('inserts the selected name on %s, and does not submit the form', async (key) => {
    await open()
    await userEvent.keyboard(`{ArrowDown}{${key}}`)
    await expect.element(field()).toHaveValue('Wow @bilal00 ')
    await expect.element(options().first()).not.toBeInTheDocument()
    await expect.element(field()).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
    await userEvent.keyboard('hello{Enter}')
    await expect.poll(() => onSubmit.mock.calls).toEqual([['Wow @bilal00 hello']])
  })

  test('stays open when a key ends an IME composition in Safari', async () => {
    await open()
    endImeComposition(field().element())
    endImeComposition(field().element(), 'Escape')
    await userEvent.keyboard('{ArrowDown}{Tab}')
    await expect.element(field()).toHaveValue('Wow @bilal00 ')
  })

  test('replaces the typed name with the pressed pet’s name, without an @, and keeps the text after it', async () => {
    await open('@b and more{Home}{ArrowRight}{ArrowRight}')
    // Events are dispatched directly, because the list opens upward, outside the window of the test.
    const option = page.getByRole('option', { name: 'Biscuit Corgi' }).element()
    option.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }))
    option.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect.element(field()).toHaveValue('Biscuit and more')
    await expect.element(field()).toHaveFocus()
  })

  test('closes on Esc, and reopens when another letter is typed', async () => {
    await open()
    await userEvent.keyboard('{Escape}')
    await expect.element(options().first()).not.toBeInTheDocument()
    await expect.element(field()).toHaveValue('Wow @b')
    expect(field().element().hasAttribute('aria-activedescendant')).toBe(false)
    await userEvent.keyboard('r')
    await expect.element(options().first()).toBeVisible()
  })

  test('suggests tags for text after a # sign, with the number of posts of each tag', async () => {
    const net = await typed('#cor', [aHit('tag', 'corgis', { postCount: 1 })])
    await expect.element(page.getByRole('option', { name: '#corgis 1 post' })).toBeVisible()
    expect(net.sent).toHaveLength(1)
    await userEvent.keyboard('{Enter}')
    await expect.element(field()).toHaveValue('#corgis ')
  })

  test('stays closed after an @ inside a word, and leaves arrow keys and Enter to the field', async () => {
    const net = await typed('me@home{ArrowUp}{Enter}')
    await expect.poll(() => onSubmit.mock.calls.length).toBe(1)
    expect(net.sent).toEqual([])
  })
})
