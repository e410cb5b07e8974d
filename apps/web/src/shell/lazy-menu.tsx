import type { ComponentProps, ComponentType } from 'react'
import type { InitialMenuItem } from '#ui/overlays/menu-keys.ts'
import { useLazyMenu } from '#ui/overlays/use-lazy-menu.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './lazy-menu.module.css'

/**
 * Returns a menu that is loaded lazily, because most menus are never opened. Until the menu is opened and loaded,
 * renders only `Button`. The component from `fetchMenu` then replaces `Button`: it renders the same button, and the
 * open menu.
 */
export function lazyMenu<Props extends object>(
  fetchMenu: () => Promise<ComponentType<Props & { openAt: InitialMenuItem }>>,
  Button: ComponentType<Omit<ComponentProps<'button'>, 'children'> & Props>,
): ComponentType<Props> {
  const LoadedMenu = lazyComponent(fetchMenu)
  return function MenuPart(props: Props) {
    const { openAt, trigger, loadSheet } = useLazyMenu(LoadedMenu)
    if (openAt) return <LoadedMenu {...props} openAt={openAt} />
    return (
      <span className={styles.menu}>
        <Button {...props} {...trigger} />
        {loadSheet}
      </span>
    )
  }
}
