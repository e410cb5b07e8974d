import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslate } from '#i18n/use-translate.ts'
import { part } from '#ui/part.tsx'
import { Brand } from './Brand.tsx'
import { paths } from './paths.ts'
import styles from './TopBar.module.css'
import { useViewer } from './viewer.ts'

// It comes with the shell, which is there before the first look.
export const ShellBar = part(async () => (await import('./Shell.tsx')).ShellBar)

export type TopBarProps = {
  /** The page's h1. */
  title: string
  /** A page one level down: a caret before the title leads back. */
  back?: boolean
  /** The title shows on a phone too, instead of the brand. */
  titled?: boolean
  children?: ReactNode
}

/** Title, what the page adds, and Log Out for whoever is logged in. */
export function TopBar(props: TopBarProps) {
  return useViewer() ? <ShellBar {...props} /> : <h1 className="vh">{props.title}</h1>
}

/** What visitors see at the top of public pages. */
export function VisitorBar() {
  const t = useTranslate()
  return (
    <header className={styles.visitor}>
      <Brand to={paths.landing} />
      <span className={styles.gap} />
      <Link className={styles.link} to={paths.logIn()} reloadDocument>
        {t('app.logIn')}
      </Link>
      <Link className={styles.join} to={paths.signUp} reloadDocument>
        {t('app.signUp')}
      </Link>
    </header>
  )
}
