import type { ComponentProps, ComponentType } from 'react'
import type { MenuEnd } from '#ui/overlays/menu-keys.ts'
import { useLazyMenu } from '#ui/overlays/use-lazy-menu.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './lazy-menu.module.css'

/**
 * Returns a menu that loads its items only when it is about to open, since most menus are never opened. `Button`
 * opens the menu. The component from `fetchIt` renders the same button with the menu open.
 */
export function lazyMenu<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props & { openAt: MenuEnd }>>,
  Button: ComponentType<Omit<ComponentProps<'button'>, 'children'> & Props>,
): ComponentType<Props> {
  const Choices = lazyComponent(fetchIt)
  return function MenuPart(props: Props) {
    const { openAt, trigger, loadSheet } = useLazyMenu(Choices)
    if (openAt) return <Choices {...props} openAt={openAt} />
    return (
      <span className={styles.menu}>
        <Button {...props} {...trigger} />
        {loadSheet}
      </span>
    )
  }
}
