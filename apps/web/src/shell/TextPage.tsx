import { type ReactNode, use } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconTile } from '#ui/lists/IconRow.tsx'
import { Footer } from './Footer.tsx'
import { MainContent } from './MainContent.tsx'
import { SupportContactLink } from './SupportContactLink.tsx'
import { SupportContactContext } from './support-contact.ts'
import styles from './TextPage.module.css'
import { TopBar } from './TopBar.tsx'
import { useViewer } from './viewer.ts'

type Fact = { icon: string; title: string; text: string }
type Section = { id: string; title: string; body: ReactNode }

/**
 * Layout of a text page such as the privacy policy: introduction, facts, sections with a table of contents, and support
 * contact.
 */
export function TextPage(page: { title: string; lead: string; facts: Fact[]; sections: Section[] }) {
  const t = useTranslate()
  const viewer = useViewer()
  const contact = { id: 'contact', title: t(phrases.texts.contactTitle), body: <SupportContactLink /> }
  const sections = use(SupportContactContext) ? [...page.sections, contact] : page.sections
  return (
    <>
      {viewer && <TopBar title={page.title} back />}
      <MainContent>
        <section className={styles.top}>
          {viewer ? <p className={styles.title}>{page.title}</p> : <h1 className={styles.title}>{page.title}</h1>}
          <p className={styles.lead}>{page.lead}</p>
        </section>
        <div className={styles.page}>
          <article className={styles.words}>
            {page.facts.length > 0 && <Facts facts={page.facts} />}
            {sections.map(({ id, title, body }) => (
              <section key={id} id={id} className={styles.section}>
                <h2>{title}</h2>
                {body}
              </section>
            ))}
          </article>
          <nav className={styles.nav} aria-label={t(phrases.texts.onThisPage)}>
            <b>{t(phrases.texts.onThisPage)}</b>
            {sections.map(({ id, title }) => (
              <a key={id} href={`#${id}`}>
                {title}
              </a>
            ))}
          </nav>
        </div>
      </MainContent>
      <Footer />
    </>
  )
}

function Facts({ facts }: { facts: Fact[] }) {
  return (
    <ul className={styles.facts}>
      {facts.map(({ icon, title, text }) => (
        <li key={title}>
          <IconTile icon={icon} />
          <b>{title}</b>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  )
}
