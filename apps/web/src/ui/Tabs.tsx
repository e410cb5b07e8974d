import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import chip from './forms/Chip.module.css'
import styles from './Tabs.module.css'

type TabsProps<Id extends string> = {
  /** Accessible name of the tab list: "Kind of result". */
  label: string
  tabs: readonly { id: Id; label: ReactNode }[]
  value: Id
  onChange: (id: Id) => void
  /** Id that links the tabs to their `TabPanel`; unique on the page. */
  name: string
}

/** Segmented tabs with a single tab stop. Arrow keys, Home and End select a tab at once; arrow keys wrap around. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, name }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = document.getElementById(tabId(name, value))
    if (list.current && tab) scrollAlong(list.current, tab)
  }, [name, value])
  const selectTab = (index: number) => {
    const next = tabs.at(index % tabs.length)
    if (!next) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(name, next.id))}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = findStep(event)
    if (step === null) return
    event.preventDefault()
    const selectedIndex = tabs.findIndex((tab) => tab.id === value)
    selectTab(step === 'first' ? 0 : step === 'last' ? -1 : selectedIndex + step)
  }
  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(name, tab.id)}
          aria-selected={tab.id === value}
          aria-controls={`${name}-panel`}
          tabIndex={tab.id === value ? 0 : -1}
          className={chip.chip}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

/** Panel of the selected tab. */
export function TabPanel({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-panel`} aria-labelledby={tabId(name, value)}>
      {children}
    </div>
  )
}

/** Scrolls only the tab list to show the selected tab; `scrollIntoView` would scroll the page too. */
function scrollAlong(list: HTMLElement, tab: HTMLElement) {
  const [listBox, tabBox] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (tabBox.left < listBox.left || tabBox.right > listBox.right)
    list.scrollBy({ left: tabBox.left + tabBox.width / 2 - (listBox.left + listBox.width / 2) })
}

function tabId(name: string, id: string): string {
  return `${name}-tab-${id}`
}

function findStep(event: KeyboardEvent): 1 | -1 | 'first' | 'last' | null {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (event.key === 'Home') return 'first'
  if (event.key === 'End') return 'last'
  if (event.key === forward) return 1
  return event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : null
}
