import { type PageDefinition, pages, type StaticPageName } from '@pawtrait/contract/pages.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import type { ReactNode } from 'react'
import { ForgotPage } from '#features/sign-in/pages/ForgotPage.tsx'
import { GuardianPage } from '#features/sign-in/pages/GuardianPage.tsx'
import { LogInPage } from '#features/sign-in/pages/LogInPage.tsx'
import { RecoverPage } from '#features/sign-in/pages/RecoverPage.tsx'
import { ResetSignInPage } from '#features/sign-in/pages/ResetSignInPage.tsx'
import { RestorePage } from '#features/sign-in/pages/RestorePage.tsx'
import { MinorSignUpPage, SignUpPage } from '#features/sign-in/pages/SignUpPage.tsx'
import { Under13Page } from '#features/sign-in/pages/Under13Page.tsx'
import { UndoEmailChangePage } from '#features/sign-in/pages/UndoEmailChangePage.tsx'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { createPageHead, type PageHead } from '#shell/page-loader.ts'
import { LandingPage } from './LandingPage.tsx'

/** Props of a page that uses no React in the browser. */
export type StaticPageProps = { viewer: Viewer | null; mail: boolean; asksGuardian: boolean; url: URL }

export type StaticPage = {
  head: (t: TranslateFunction) => PageHead
  Component: (props: StaticPageProps) => ReactNode
}

/** Head of the sign-up and log-in pages, with the description of the site. */
const withDescription = (t: TranslateFunction, page: string): PageHead => ({
  ...createPageHead(t, page),
  description: t(phrases.landing.intro),
})

/**
 * Pages that the server sends as HTML with a small script. They do not load React, because new visitors open these
 * pages first.
 */
const staticPages: Record<StaticPageName, StaticPage> = {
  landing: {
    head: (t) => ({ title: t(phrases.landing.title), description: t(phrases.landing.intro) }),
    Component: LandingPage,
  },
  signUp: {
    head: (t) => withDescription(t, t(phrases.users.signUp)),
    Component: SignUpPage,
  },
  signUpMinor: {
    head: (t) => createPageHead(t, t(phrases.users.signUp)),
    Component: MinorSignUpPage,
  },
  under13: {
    head: (t) => createPageHead(t, t(phrases.age.under13Title)),
    Component: Under13Page,
  },
  logIn: {
    head: (t) => withDescription(t, t(phrases.users.logIn)),
    Component: LogInPage,
  },
  forgot: {
    head: (t) => createPageHead(t, t(phrases.users.forgotTitle)),
    Component: ForgotPage,
  },
  resetSignIn: {
    head: (t) => createPageHead(t, t(phrases.users.resetTitle)),
    Component: ResetSignInPage,
  },
  recover: {
    head: (t) => createPageHead(t, t(phrases.recoveryCodes.pageTitle)),
    Component: RecoverPage,
  },
  restore: {
    head: (t) => createPageHead(t, t(phrases.erasure.pageTitle)),
    Component: RestorePage,
  },
  guardian: {
    head: (t) => createPageHead(t, t(phrases.age.guardianPageTitle)),
    Component: GuardianPage,
  },
  undoEmailChange: {
    head: (t) => createPageHead(t, t(phrases.users.undoEmailChangeTitle)),
    Component: UndoEmailChangePage,
  },
}

/** Returns the static page at a path, and its entry in the table of all pages; undefined if there is none. */
export function findStaticPage(path: string): { row: PageDefinition; page: StaticPage } | undefined {
  const name = (Object.keys(staticPages) as StaticPageName[]).find((name) => pages[name].path === path)
  return name && { row: pages[name], page: staticPages[name] }
}
