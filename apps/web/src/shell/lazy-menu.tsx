import type { ComponentProps, ComponentType } from 'react'
import type { MenuEnd } from '#ui/overlays/menu-keys.ts'
import { useLazyMenu } from '#ui/overlays/use-lazy-menu.tsx'
import { lazyPart } from '#ui/states/lazy-part.tsx'
import styles from './lazy-menu.module.css'

/**
 * Makes a menu whose choices are fetched when it is about to be opened: most never are. `Button` opens it; what
 * `fetchIt` brings draws the same button, with the menu open at one end.
 */
export function lazyMenu<Props extends object>(
  fetchIt: () => Promise<ComponentType<Props & { openAt: MenuEnd }>>,
  Button: ComponentType<Omit<ComponentProps<'button'>, 'children'> & Props>,
): ComponentType<Props> {
  const Choices = lazyPart(fetchIt)
  return function MenuPart(props: Props) {
    const { openAt, trigger, notOpened } = useLazyMenu(Choices)
    if (openAt) return <Choices {...props} openAt={openAt} />
    return (
      <span className={styles.menu}>
        <Button {...props} {...trigger} />
        {notOpened}
      </span>
    )
  }
}
