import type { Viewer } from '@pawtrait/contract/users.ts'
import type { ReactNode } from 'react'
import { ForgotPage } from '#features/users/sign-in/ForgotPage.tsx'
import { GuardianPage } from '#features/users/sign-in/GuardianPage.tsx'
import { LogInPage } from '#features/users/sign-in/LogInPage.tsx'
import { RecoverPage } from '#features/users/sign-in/RecoverPage.tsx'
import { ResetSignInPage } from '#features/users/sign-in/ResetSignInPage.tsx'
import { RestorePage } from '#features/users/sign-in/RestorePage.tsx'
import { MinorSignUpPage, SignUpPage } from '#features/users/sign-in/SignUpPage.tsx'
import { Under13Page } from '#features/users/sign-in/Under13Page.tsx'
import { UndoEmailPage } from '#features/users/sign-in/UndoEmailPage.tsx'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import { type Head, hiddenHead } from '#shell/page.ts'
import { LandingPage } from './LandingPage.tsx'

/** What a page without React in the browser is made from. */
export type StaticPageProps = { viewer: Viewer | null; mail: boolean; asksGuardian: boolean; url: URL }

export type StaticPage = {
  head: (t: Translate) => Head
  Component: (props: StaticPageProps) => ReactNode
  /** Somebody already logged in goes to the feed instead. */
  forVisitors: boolean
}

/** Pages sent as HTML with a small script: the ones people meet first. By path. */
export const staticPages: Record<string, StaticPage> = {
  '/': {
    head: (t) => ({ title: t(phrases.landing.title), description: t(phrases.landing.lead) }),
    Component: LandingPage,
    forVisitors: false,
  },
  '/signup': {
    head: (t) => ({ title: t(phrases.app.pageTitle, { page: t(phrases.users.signUp) }) }),
    Component: SignUpPage,
    forVisitors: true,
  },
  '/signup/13-to-17': {
    head: (t) => hiddenHead(t, t(phrases.users.signUp)),
    Component: MinorSignUpPage,
    forVisitors: true,
  },
  '/under-13': {
    head: (t) => hiddenHead(t, t(phrases.age.under13Title)),
    Component: Under13Page,
    forVisitors: false,
  },
  '/login': {
    head: (t) => ({ title: t(phrases.app.pageTitle, { page: t(phrases.users.logIn) }) }),
    Component: LogInPage,
    forVisitors: true,
  },
  '/forgot': {
    head: (t) => hiddenHead(t, t(phrases.users.forgotTitle)),
    Component: ForgotPage,
    forVisitors: true,
  },
  '/reset-signin': {
    head: (t) => hiddenHead(t, t(phrases.users.resetTitle)),
    Component: ResetSignInPage,
    forVisitors: false,
  },
  '/recover': {
    head: (t) => hiddenHead(t, t(phrases.recoveryCodes.pageTitle)),
    Component: RecoverPage,
    forVisitors: true,
  },
  '/restore': {
    head: (t) => hiddenHead(t, t(phrases.erasure.pageTitle)),
    Component: RestorePage,
    forVisitors: false,
  },
  '/guardian': {
    head: (t) => hiddenHead(t, t(phrases.age.guardianTitle)),
    Component: GuardianPage,
    forVisitors: false,
  },
  '/undo-email': {
    head: (t) => hiddenHead(t, t(phrases.users.undoTitle)),
    Component: UndoEmailPage,
    forVisitors: false,
  },
}
