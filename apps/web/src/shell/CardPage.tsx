import type { ReactNode } from 'react'
import styles from './CardPage.module.css'
import { Content } from './Content.tsx'
import { TopBar } from './TopBar.tsx'

/** A page below the settings that holds one thing: a card under its title. */
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
