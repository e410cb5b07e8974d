import { paths } from '@pawtrait/contract/paths.ts'
import back from '@phosphor-icons/core/bold/caret-left-bold.svg?path'
import { createContext, type ReactNode, use } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { IconButton } from '#ui/IconButton.tsx'
import { Link } from '#ui/Link.tsx'
import { Brand } from './Brand.tsx'
import { useGoBack } from './navigation/PageRouter.tsx'
import styles from './TopBar.module.css'
import { useViewer } from './viewer.ts'

export type TopBarProps = {
  title: string
  /**
   * Shows a Back button before the title. A string is the path of the page that Back opens when there is no history.
   */
  back?: boolean | string
  /** Shows the title instead of the brand on phones too. */
  titled?: boolean
  children?: ReactNode
}

/** Controls at the end of every top bar. The app provides them because the shell may not import features. */
export const TopBarControlsContext = createContext<ReactNode>(null)

/** Bar with title, page actions and shared controls. For visitors, renders only a visually hidden heading. */
export function TopBar(props: TopBarProps) {
  return useViewer() ? <ViewerBar {...props} /> : <h1 className="vh">{props.title}</h1>
}

function ViewerBar({ title, back: above = false, titled = above !== false, children }: TopBarProps) {
  const t = useTranslate()
  const hasBackButton = above !== false
  const goBack = useGoBack(typeof above === 'string' ? above : paths.feed)
  return (
    <header className={styles.top} data-titled={titled || undefined} data-below={hasBackButton || undefined}>
      {hasBackButton ? (
        <IconButton label={t(phrases.app.back)} icon={back} onClick={goBack} />
      ) : (
        <Brand to={paths.feed} />
      )}
      <h1>{isolateBidi(title)}</h1>
      <span className={styles.gap} />
      {children}
      {use(TopBarControlsContext)}
    </header>
  )
}

/** Top bar of public pages for visitors. */
export function VisitorBar() {
  const t = useTranslate()
  return (
    <header className={styles.visitor}>
      <Brand to={paths.landing} />
      <span className={styles.gap} />
      <Link className={styles.link} to={paths.logIn()} reloadDocument>
        {t(phrases.app.logIn)}
      </Link>
      <Link className={styles.join} to={paths.signUp} reloadDocument>
        {t(phrases.app.signUp)}
      </Link>
    </header>
  )
}
