import type { ReactNode } from 'react'
import styles from './CardPage.module.css'
import { Content } from './Content.tsx'
import { TopBar } from './TopBar.tsx'

/** Layout of a settings subpage: a title bar and one card. */
export function CardPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <TopBar title={title} back />
      <Content>
        <section className={styles.card}>{children}</section>
      </Content>
    </>
  )
}
