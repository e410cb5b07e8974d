import { paths } from '@pawtrait/contract/paths.ts'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { findCurrentPost, focusAdjacentPost } from './posts-in-view.ts'
import { areShortcutsOn } from './shortcut-setting.ts'
import { shouldIgnoreShortcut } from './should-ignore-shortcut.ts'

const AppShortcuts = lazyDialog(async () => (await import('./AppShortcuts.tsx')).AppShortcuts)

const clickControl = (key: string) => findCurrentPost()?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.click()

const focusSearchField = () => document.querySelector<HTMLElement>('main form[role="search"] input')?.focus()

/** Returns a function that opens the search page and focuses its search field. Other navigations focus the heading. */
function useSearchKey() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const mustFocus = useRef(false)
  useEffect(() => {
    // Focuses the field in the next frame, after the layout's effect has focused the heading.
    if (mustFocus.current && pathname === paths.search()) requestAnimationFrame(focusSearchField)
    mustFocus.current = false
  }, [pathname])
  return () => {
    if (pathname === paths.search()) return focusSearchField()
    mustFocus.current = true
    void navigate(paths.search())
  }
}

/** Single-key shortcuts: next and previous post, like, comment, save, new post, search, help. */
export function Shortcuts() {
  const navigate = useNavigate()
  const openSearch = useEffectEvent(useSearchKey())
  const [isHelpOpen, setHelpOpen] = useState(false)
  useEffect(() => {
    const actions: Record<string, (() => void) | undefined> = {
      j: () => focusAdjacentPost(1),
      k: () => focusAdjacentPost(-1),
      l: () => clickControl('l'),
      c: () => clickControl('c'),
      s: () => clickControl('s'),
      n: () => void navigate(paths.create),
      '/': () => openSearch(),
      '?': () => setHelpOpen(true),
    }
    const onKey = (event: KeyboardEvent) => {
      const action = actions[event.key]
      // The shortcuts are off on story pages, which define their own.
      if (
        !action ||
        shouldIgnoreShortcut(event) ||
        !areShortcutsOn() ||
        window.location.pathname.startsWith('/stories/')
      )
        return
      if (event.repeat && !'jk'.includes(event.key)) return
      event.preventDefault()
      action()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [navigate])
  return <AppShortcuts open={isHelpOpen} onClose={() => setHelpOpen(false)} />
}
