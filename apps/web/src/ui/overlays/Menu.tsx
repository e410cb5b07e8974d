import {
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  type ToggleEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './Menu.module.css'
import { type InitialMenuItem, itemForKey, menuItems, positionMenu, type TypeAhead } from './menu-keys.ts'

/** Menu item. `detail` is an explanatory second line; `group` adds a separator above. */
export type MenuItem = {
  id: string
  label: string
  detail?: string
  icon?: string
  danger?: boolean
  disabled?: boolean
  group?: boolean
  onSelect: () => void
}

/** Props for the button that opens the menu. */
export type MenuTrigger = {
  ref: RefObject<HTMLButtonElement | null>
  popoverTarget: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  onKeyDown: (event: KeyboardEvent) => void
}

type MenuProps = {
  /** Accessible name: "Post by wanjiru.k". */
  label: string
  items: readonly MenuItem[]
  /**
   * Opens the menu on mount, with the focus on its first or last item. Used if the user clicked before the code loaded.
   */
  openAt?: InitialMenuItem
  children: (trigger: MenuTrigger) => ReactNode
}

/**
 * Button with a menu: a popover in windows from 900 px, a bottom sheet in narrower ones. Keys follow the ARIA menu
 * button pattern. Arrow keys wrap around. Home, End and letters focus an item. Esc closes the menu and returns the
 * focus to the button. Tab closes the menu and moves the focus to the element after the button.
 */
export function Menu({ label, items, openAt, children }: MenuProps) {
  const { open, menu, trigger, onToggle, onKeyDown } = useMenu(openAt)
  const select = (item: MenuItem) => {
    if (item.disabled) return
    menu.current?.hidePopover()
    item.onSelect()
  }
  return (
    <>
      {children(trigger)}
      <div
        ref={menu}
        id={trigger.popoverTarget}
        popover="auto"
        role="menu"
        tabIndex={-1}
        aria-label={label}
        className={styles.menu}
        onToggle={onToggle}
        onKeyDown={onKeyDown}
      >
        {open && items.map((item) => <Item key={item.id} item={item} onSelect={select} />)}
      </div>
    </>
  )
}

function useMenu(openAt: InitialMenuItem | undefined) {
  const id = useId()
  // `openCount` counts how often the menu opened. If the menu closes and reopens at once, only one toggle event
  // arrives, and `open` does not change.
  const [{ open, openCount }, setOpen] = useState({ open: false, openCount: 0 })
  const button = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const firstFocus = useRef<InitialMenuItem>('first')
  const typeAhead = useRef<TypeAhead>({ text: '', at: 0 })
  useLayoutEffect(() => {
    if (openCount === 0 || !open || !menu.current || !button.current) return
    positionMenu(menu.current, button.current)
    menuItems(menu.current)
      .at(firstFocus.current === 'first' ? 0 : -1)
      ?.focus()
    firstFocus.current = 'first'
  }, [open, openCount])
  useEffect(() => {
    if (!openAt || !menu.current || menu.current.matches(':popover-open')) return
    firstFocus.current = openAt
    // Focuses the button before the menu opens. On close, a popover returns the focus to the previously focused
    // element.
    button.current?.focus()
    menu.current.showPopover()
  }, [openAt])
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    firstFocus.current = event.key === 'ArrowUp' ? 'last' : 'first'
    menu.current?.showPopover()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!menu.current) return
    if (event.key === 'Tab') return menu.current.hidePopover()
    const next = itemForKey(event, menuItems(menu.current), typeAhead.current)
    if (next) event.preventDefault()
    next?.focus()
  }
  const onToggle = (event: ToggleEvent) => setOpen({ open: event.newState === 'open', openCount: openCount + 1 })
  const triggerProps = { popoverTarget: id, 'aria-haspopup': 'menu', 'aria-expanded': open } as const
  return { open, menu, trigger: { ref: button, ...triggerProps, onKeyDown: openByKey }, onToggle, onKeyDown }
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: (item: MenuItem) => void }) {
  return (
    <>
      {item.group && <hr className={styles.line} />}
      <button
        type="button"
        role="menuitem"
        tabIndex={-1}
        className={classNames(styles.item, item.danger && styles.danger)}
        {...(item.disabled && { 'aria-disabled': true })}
        onClick={() => onSelect(item)}
      >
        {item.icon && <Icon path={item.icon} size={20} />}
        <span>
          {item.label}
          {item.detail && <small className={styles.detail}>{item.detail}</small>}
        </span>
      </button>
    </>
  )
}
