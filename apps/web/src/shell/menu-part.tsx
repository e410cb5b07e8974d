import type { ComponentProps, ComponentType } from 'react'
import type { MenuEnd } from '#ui/menu-keys.ts'
import { part } from '#ui/part.tsx'
import { useMenuPart } from '#ui/use-menu-part.ts'
import styles from './menu-part.module.css'

/**
 * Makes a menu whose choices are fetched when it is about to be opened: most never are. `Button` opens it; what
 * `fetchIt` brings draws the same button, with the menu open at one end.
 */
export function menuPart<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props & { openAt: MenuEnd }>>,
  Button: ComponentType<Omit<ComponentProps<'button'>, 'children'> & Props>,
): ComponentType<Props> {
  const Choices = part(fetchIt)
  return function MenuPart(props: Props) {
    const { openAt, trigger } = useMenuPart(Choices)
    if (openAt) return <Choices {...props} openAt={openAt} />
    return (
      <span className={styles.menu}>
        <Button {...props} {...trigger} />
      </span>
    )
  }
}
