import { paths } from '@pawtrait/contract/paths.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { ReactNode } from 'react'
import { StaticLogOutDialogs } from '#features/sign-in/sessions/StaticLogOutDialogs.tsx'
import { StaticLogOutErrors } from '#features/sign-in/sessions/StaticLogOutErrors.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { type Backdrop, type PetKind, portraitDrawing } from '#ui/art/portraits.ts'
import { buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Logo } from '#ui/Logo.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { LandingArt } from './LandingArt.tsx'
import styles from './LandingPage.module.css'
import type { StaticPageProps } from './static-pages.tsx'

type Face = { kind: PetKind; backdrop: Backdrop }

const FACES: Face[] = [
  { kind: 'dog', backdrop: 'rosehip' },
  { kind: 'cat', backdrop: 'dusk' },
  { kind: 'rabbit', backdrop: 'plum' },
  { kind: 'horse', backdrop: 'clay' },
  { kind: 'tortoise', backdrop: 'moss' },
]

const FRAMES: Face[] = [
  { kind: 'horse', backdrop: 'clay' },
  { kind: 'small-and-furry', backdrop: 'plum' },
  { kind: 'fish', backdrop: 'marigold' },
  { kind: 'rabbit', backdrop: 'rosehip' },
  { kind: 'reptile', backdrop: 'moss' },
  { kind: 'dog', backdrop: 'fog' },
]

/** The page at `/`: introduction, log-in and sign-up. Static HTML without React in the browser. */
export function LandingPage({ viewer }: StaticPageProps) {
  const t = useTranslate()
  return (
    <>
      <main>
        <div className={styles.land}>
          <header className={styles.left}>
            <nav className={styles.nav} aria-label={t(phrases.app.mainNavigation)}>
              <a className={styles.brand} href={paths.landing}>
                <Logo size={36} />
                <span className="wordmark" role="img" aria-label={t(phrases.app.appName)} />
              </a>
              {viewer ? <ViewerLinks viewer={viewer} /> : <VisitorLinks />}
            </nav>
            {viewer && <StaticLogOutErrors name={viewer.username} />}
          </header>
          <div className={styles.copy}>
            <h1>{t(phrases.landing.welcomeTitle)}</h1>
            <p className={styles.lead}>{t(phrases.landing.intro)}</p>
            <a
              className={classNames(buttonClass({ kind: 'spark' }), styles.register)}
              href={viewer ? paths.feed : paths.signUp}
            >
              {t(viewer ? phrases.app.goToFeed : phrases.landing.register)}
            </a>
            <Proof />
          </div>
          <div className={styles.right}>
            <LandingArt />
          </div>
        </div>
        <Cards />
      </main>
      <Footer />
      {viewer && <StaticLogOutDialogs />}
    </>
  )
}

function VisitorLinks() {
  const t = useTranslate()
  return (
    <div className={styles.links}>
      <a className={classNames(buttonClass({ kind: 'quiet', small: true }), styles.logIn)} href={paths.logIn()}>
        {t(phrases.users.logIn)}
      </a>
      <a className={classNames(buttonClass({ small: true }), styles.signUp)} href={paths.signUp}>
        {t(phrases.users.signUp)}
      </a>
    </div>
  )
}

function ViewerLinks({ viewer }: { viewer: Viewer }) {
  const t = useTranslate()
  return (
    <div className={styles.links}>
      <button
        type="button"
        className={classNames(buttonClass({ kind: 'quiet', small: true }), styles.logIn)}
        data-log-out={viewer.id}
      >
        {t(phrases.users.logOut)}
      </button>
      <a className={classNames(buttonClass({ small: true }), styles.signUp)} href={paths.feed}>
        {t(phrases.app.feed)}
      </a>
    </div>
  )
}

function Proof() {
  const t = useTranslate()
  return (
    <div className={styles.proof}>
      <span className={styles.faces}>
        {FACES.map((face) => (
          <PetFrame key={face.kind} {...face} size={42} />
        ))}
      </span>
      <span>{t(phrases.landing.tagline)}</span>
    </div>
  )
}

function Cards() {
  const t = useTranslate()
  return (
    <section className={styles.wall} aria-labelledby="photo-first">
      <h2 id="photo-first">{t(phrases.landing.photoFirstTitle)}</h2>
      <Card title={t(phrases.landing.photosTitle)} text={t(phrases.landing.photosText)}>
        <Print kind="cat" backdrop="dusk" label={t(phrases.landing.photosPictureAlt)} />
        <span className={styles.plate}>
          <PetFrame kind="cat" backdrop="dusk" size={30} />
          {t(phrases.landing.plateName)}
        </span>
      </Card>
      <Card title={t(phrases.landing.framesTitle)} text={t(phrases.landing.framesText)}>
        <div className={styles.frames} role="img" aria-label={t(phrases.landing.framesPictureAlt)}>
          {FRAMES.map((frame) => (
            <PetFrame key={frame.kind} {...frame} size={104} />
          ))}
        </div>
      </Card>
      <Card title={t(phrases.landing.locationTitle)} text={t(phrases.landing.locationText)}>
        <Print kind="bird" backdrop="lagoon" label={t(phrases.landing.locationPictureAlt)} />
      </Card>
    </section>
  )
}

function Card({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <figure className={styles.card}>
      <div className={styles.print}>{children}</div>
      <figcaption>
        <h3>{title}</h3>
        <p>{text}</p>
      </figcaption>
    </figure>
  )
}

function Print({ kind, backdrop, label }: Face & { label: string }) {
  return (
    <div className={classNames(styles.sitting, `bd-${backdrop}`)}>
      <img
        src={portraitDrawing(kind).portrait ?? ''}
        width="200"
        height="240"
        alt={label}
        loading="lazy"
        decoding="async"
      />
    </div>
  )
}

function Footer() {
  const t = useTranslate()
  return (
    <footer className={styles.foot}>
      <span className={styles.footBrand}>
        <Logo size={22} />
        <span className="wordmark" role="img" aria-label={t(phrases.app.appName)} />
      </span>
      <a href={paths.rules}>{t(phrases.landing.rules)}</a>
      <a href={paths.transparency}>{t(phrases.landing.transparency)}</a>
      <a href={paths.safety}>{t(phrases.landing.safety)}</a>
      <a href={paths.privacy}>{t(phrases.landing.privacy)}</a>
      <span className={styles.tested}>{t(phrases.landing.footerJoke)}</span>
    </footer>
  )
}
