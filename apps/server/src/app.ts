import { ageRoutes } from '#features/age/routes.ts'
import { blockRoutes } from '#features/blocks/routes.ts'
import { commentTopics } from '#features/comments/live-topics.ts'
import { commentRoutes } from '#features/comments/routes.ts'
import { draftRoutes } from '#features/drafts/routes.ts'
import { erasureRoutes } from '#features/erasure/routes.ts'
import { exportRoutes } from '#features/exports/routes.ts'
import { feedTopics } from '#features/feed/live-topics.ts'
import { feedRoutes } from '#features/feed/routes.ts'
import { followRoutes } from '#features/follows/routes.ts'
import { importRoutes } from '#features/imports/routes.ts'
import { likeRoutes } from '#features/likes/routes.ts'
import { mediaRoutes } from '#features/media/routes.ts'
import { mentionRoutes } from '#features/mentions/routes.ts'
import { createModeratorCheck, createModeratorIdentifier } from '#features/moderation/identify-moderator.ts'
import { moderationRoutes } from '#features/moderation/routes.ts'
import { registerNotificationEvents } from '#features/notifications/events.ts'
import { notificationRoutes } from '#features/notifications/routes.ts'
import { paymentRoutes } from '#features/payments/routes.ts'
import { petRoutes } from '#features/pets/routes.ts'
import { postRoutes } from '#features/posts/routes.ts'
import { premiumRoutes } from '#features/premium/routes.ts'
import { profileRoutes } from '#features/profiles/routes.ts'
import { registerPushEvents } from '#features/push/events.ts'
import { pushRoutes } from '#features/push/routes.ts'
import { saveRoutes } from '#features/saves/routes.ts'
import { searchRoutes } from '#features/search/routes.ts'
import { signInRoutes } from '#features/sign-in/routes.ts'
import { identifyBySession } from '#features/sign-in/sessions/identify-by-session.ts'
import { storyTopics } from '#features/stories/live-topics.ts'
import { storyRoutes } from '#features/stories/routes.ts'
import type { Deps } from '#platform/context.ts'
import { createHttpServer } from '#platform/http/http.ts'
import { type App, createApp } from '#platform/http/serve.ts'
import { isMailbox } from '#platform/mail/mail.ts'
import type { EventTypes } from './event-types.ts'
import { serveOperatorRoutes } from './monitoring/operator-routes.ts'
import { serveVitalsRoutes } from './monitoring/vitals-routes.ts'
import { servePages } from './pages/pages.ts'

declare module '#platform/jobs/events.ts' {
  interface EventData extends EventTypes {}
}

/** Builds the HTTP server without starting it. With `pages` it serves web pages in addition to the API. */
export async function buildApp(deps: Deps, { pages = false } = {}): Promise<App> {
  const admit = createModeratorCheck(deps)
  const identify = createModeratorIdentifier(admit, identifyBySession(deps))
  const app = createApp(await createHttpServer(deps), deps, { identify, admit })
  signInRoutes(app)
  premiumRoutes(app)
  await mediaRoutes(app)
  petRoutes(app)
  followRoutes(app)
  blockRoutes(app)
  profileRoutes(app)
  mentionRoutes(app)
  postRoutes(app)
  draftRoutes(app)
  commentRoutes(app)
  likeRoutes(app)
  saveRoutes(app)
  storyRoutes(app)
  feedRoutes(app)
  searchRoutes(app)
  paymentRoutes(app)
  moderationRoutes(app)
  notificationRoutes(app)
  pushRoutes(app)
  exportRoutes(app)
  importRoutes(app)
  erasureRoutes(app)
  ageRoutes(app)
  commentTopics(deps)
  feedTopics(deps)
  storyTopics(deps)
  registerNotificationEvents(deps)
  registerPushEvents(deps)
  serveOperatorRoutes(app)
  serveVitalsRoutes(app)
  await devRoutes(app)
  if (pages) await servePages(app, identify)
  return app
}

async function devRoutes(app: App) {
  const { config, mail } = app.deps
  if (config.payments.testPagesUrl !== null) {
    const { proxyTestPages } = await import('./dev/test-pages.ts')
    proxyTestPages(app, config.payments.testPagesUrl)
  }
  if (config.mode !== 'local' || !isMailbox(mail)) return
  const { serveMailPage } = await import('./dev/mail-page.ts')
  serveMailPage(app, mail)
}
