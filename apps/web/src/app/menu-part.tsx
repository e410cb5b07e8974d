import { type ComponentProps, type ComponentType, type KeyboardEvent, useState } from 'react'
import type { MenuEnd } from '#ui/menu-keys.ts'
import { part } from '#ui/part.tsx'
import styles from './PostMenu.module.css'

/**
 * Makes a menu whose choices are fetched when it is about to be opened: most never are. `Button` opens it; what
 * `fetchIt` brings draws the same button, with the menu open at one end.
 */
export function menuPart<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props & { openAt: MenuEnd }>>,
  Button: ComponentType<Omit<ComponentProps<'button'>, 'children'> & Props>,
): ComponentType<Props> {
  const Choices = part(fetchIt)
  const fetchAhead = () => void Choices.load().catch(() => {})
  return function MenuPart(props: Props) {
    const [openAt, setOpenAt] = useState<MenuEnd | null>(null)
    // The button stays until the menu is there, and keeps the focus.
    const open = async (end: MenuEnd) => {
      await Choices.load().catch(() => {})
      setOpenAt(end)
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      void open(event.key === 'ArrowUp' ? 'last' : 'first')
    }
    if (openAt) return <Choices {...props} openAt={openAt} />
    return (
      <span className={styles.menu}>
        <Button
          {...props}
          aria-haspopup="menu"
          aria-expanded={false}
          onClick={() => void open('first')}
          onKeyDown={onKeyDown}
          onPointerEnter={fetchAhead}
          onFocus={fetchAhead}
        />
      </span>
    )
  }
}
