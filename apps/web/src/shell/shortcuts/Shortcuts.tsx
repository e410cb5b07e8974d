import { paths } from '@pawtrait/contract/paths.ts'
import { useEffect, useState } from 'react'
import { type NavigateFunction, useNavigate } from 'react-router'
import { currentPost, goToPost } from './posts-in-view.ts'
import { ShortcutsHelp } from './ShortcutsHelp.tsx'
import { shortcutsOn } from './shortcut-setting.ts'

const TYPED_IN = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]'

/** Where a letter is a letter, or belongs to what lies over the page. */
function isTaken(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const { target } = event
  if (target instanceof HTMLElement && target.matches(TYPED_IN)) return true
  return document.querySelector('dialog[open], :popover-open') !== null
}

const press = (key: string) => currentPost()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()

/** The heading has the focus after each step to another page; here one is going to type. */
async function openSearch(navigate: NavigateFunction) {
  await navigate(paths.search())
  requestAnimationFrame(() => document.querySelector<HTMLElement>('main form[role="search"] input')?.focus())
}

/** Keyboard shortcuts, a key each: to the next post and back, like, comment, save, new post, search, help. */
export function Shortcuts() {
  const navigate = useNavigate()
  const [isHelping, setHelping] = useState(false)
  useEffect(() => {
    const acts: Record<string, (() => void) | undefined> = {
      j: () => goToPost(1),
      k: () => goToPost(-1),
      l: () => press('l'),
      c: () => press('c'),
      s: () => press('s'),
      n: () => void navigate(paths.create),
      '/': () => void openSearch(navigate),
      '?': () => setHelping(true),
    }
    const onKey = (event: KeyboardEvent) => {
      const act = acts[event.key]
      // A story has keys of its own.
      if (!act || isTaken(event) || !shortcutsOn() || window.location.pathname.startsWith('/stories/')) return
      if (event.repeat && !'jk'.includes(event.key)) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
  return <ShortcutsHelp open={isHelping} onClose={() => setHelping(false)} />
}
