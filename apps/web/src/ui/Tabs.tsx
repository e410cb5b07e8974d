import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import chip from './forms/Chip.module.css'
import styles from './Tabs.module.css'

type TabsProps<Id extends string> = {
  /** What the tabs choose between: "Kind of result". */
  label: string
  tabs: readonly { id: Id; label: ReactNode }[]
  value: Id
  onChange: (id: Id) => void
  /** Ties the tabs to their `TabPanel`; unique on the page. */
  name: string
}

/** Segmented tabs: one stop for Tab, arrows (with wrap), Home and End move and choose at once. */
export function Tabs<Id extends string>({ label, tabs, value, onChange, name }: TabsProps<Id>) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = document.getElementById(tabId(name, value))
    if (list.current && tab) scrollAlong(list.current, tab)
  }, [name, value])
  const choose = (index: number) => {
    const next = tabs.at(index % tabs.length)
    if (!next) return
    onChange(next.id)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(name, next.id))}`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event)
    if (step === null) return
    event.preventDefault()
    const at = tabs.findIndex((tab) => tab.id === value)
    choose(step === 'first' ? 0 : step === 'last' ? -1 : at + step)
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

/** What the chosen tab shows. */
export function TabPanel({ name, value, children }: { name: string; value: string; children: ReactNode }) {
  return (
    <div role="tabpanel" id={`${name}-panel`} aria-labelledby={tabId(name, value)}>
      {children}
    </div>
  )
}

/** Brings the chosen tab into view and leaves the page where it is: `scrollIntoView` would move that too. */
function scrollAlong(list: HTMLElement, tab: HTMLElement) {
  const [seen, at] = [list.getBoundingClientRect(), tab.getBoundingClientRect()]
  if (at.left < seen.left || at.right > seen.right)
    list.scrollBy({ left: at.left + at.width / 2 - (seen.left + seen.width / 2) })
}

function tabId(name: string, id: string): string {
  return `${name}-tab-${id}`
}

function stepOf(event: KeyboardEvent): 1 | -1 | 'first' | 'last' | null {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  if (event.key === 'Home') return 'first'
  if (event.key === 'End') return 'last'
  if (event.key === forward) return 1
  return event.key === 'ArrowLeft' || event.key === 'ArrowRight' ? -1 : null
}
