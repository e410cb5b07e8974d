import type { ReactNode } from 'react'
import styles from './CardPage.module.css'
import { MainContent } from './MainContent.tsx'
import { TopBar } from './TopBar.tsx'

/** Layout of a settings subpage: a title bar and one card. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <TopBar title={title} back />
      <MainContent>
        <section className={styles.card}>{children}</section>
      </MainContent>
    </>
  )
}
