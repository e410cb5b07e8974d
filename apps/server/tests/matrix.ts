import { newId } from '#platform/database/id.ts'
import { credentialRows } from './matrix-credentials.ts'
import { moderationRows } from './matrix-moderation.ts'
import { paymentRows } from './matrix-payments.ts'
import { collectionCases, collectionPostCases, draftCases, exportCases, importCases } from './matrix-private-objects.ts'
import {
  commentCases,
  insertPhotoOf,
  lastOwnerParams,
  type MatrixRow,
  petCases,
  photoCases,
  postCases,
  sameForAll,
  sameForNewUsers,
  sessionCases,
  userCases,
} from './matrix-rows.ts'
import { storyCases } from './matrix-stories.ts'
import { viewers } from './matrix-world.ts'

const unknownId = '01900000-0000-7000-8000-000000000001'

/** Cases for unarchiving a post. The author gets 403 for a post that moderators have hidden. */
const unarchived: MatrixRow = (endpoint) =>
  postCases({ only: 'author' })(endpoint).map((row) =>
    row.situation === 'hidden' && row.expected === 200 ? { ...row, expected: 403 } : row,
  )

/** Cases for pinning a post. An archived post cannot be pinned. */
const pinned: MatrixRow = (endpoint) =>
  postCases({ only: 'author' })(endpoint).map((row) =>
    (row.situation === 'archived' || row.situation === 'hidden') && row.expected === 200
      ? { ...row, expected: 409 }
      : row,
  )

const withBody = (body: unknown) => async () => body

/** Expected status of every endpoint, by situation and viewer. visibility-matrix.test.ts fails for a missing route. */
export const visibilityMatrix: Record<string, MatrixRow> = {
  // users
  'POST /users': sameForAll({ body: withBody({}), ok: 400 }),
  'GET /users/:id': userCases(),
  'GET /api/session': sameForAll(),
  'DELETE /api/session': sameForNewUsers(),
  'GET /api/sessions': sameForAll(),
  ...credentialRows,
  'DELETE /api/sessions': sameForNewUsers(),
  'DELETE /api/sessions/:id': sessionCases,
  'GET /api/usernames/:name': sameForAll({ path: '/api/usernames/some.body' }),
  'POST /api/auth/challenge': sameForAll({ body: withBody({ code: '00000000' }), ok: 410 }),
  // Each call has a new username, because a username gets at most three codes an hour, even an unknown one.
  'POST /api/auth/code': sameForAll({ body: async () => ({ usernameOrEmail: newId(new Date(0)) }) }),
  'POST /api/auth/reset-link': sameForAll({ body: withBody({ token: 'x' }), ok: 410 }),
  'POST /api/auth/reset': sameForAll({ body: withBody({ token: 'x', zipcode: '00100' }), ok: 410 }),

  // premium
  'GET /api/premium': sameForAll(),
  'DELETE /api/premium/reminder': sameForAll(),
  'PUT /api/premium/mails': sameForAll({ body: withBody({ on: true }) }),

  // Routes of media. The feature's own tests check uploads.
  'POST /api/photos': sameForAll({ ok: 415 }),
  'GET /api/photos/:id': photoCases(),
  'PATCH /api/photos/:id': photoCases({ body: { crop: null, rotate: 0 } }),
  'DELETE /api/photos/:id': photoCases(),
  'GET /api/photos/:id/original': photoCases({ ok: 404 }),
  'GET /media/:name/:file': sameForAll({ path: `/media/${'0'.repeat(32)}/320.webp`, ok: 404 }),
  'OPTIONS /api/uploads': sameForAll(),
  'POST /api/uploads': sameForAll({ ok: 400 }),
  'HEAD /api/uploads/:id': sameForAll({ path: `/api/uploads/${'0'.repeat(32)}`, ok: 400 }),
  'PATCH /api/uploads/:id': sameForAll({ path: `/api/uploads/${'0'.repeat(32)}`, ok: 400 }),
  'DELETE /api/uploads/:id': sameForAll({ path: `/api/uploads/${'0'.repeat(32)}`, ok: 400 }),

  // pets
  'POST /api/pets': sameForAll({ body: withBody({ name: 'Rex', species: 'dog', backdrop: 'moss' }) }),
  'GET /api/pets/:id': petCases(),
  'GET /api/pets/by-slug/:slug': petCases({ by: 'slug' }),
  'PATCH /api/pets/:id': petCases({ only: 'author', body: withBody({ name: 'Tom' }) }),
  'DELETE /api/pets/:id': petCases({ only: 'author' }),
  'PUT /api/pets/:id/portrait': petCases({
    only: 'author',
    body: async (world, viewer) => ({ photo: await insertPhotoOf(world, viewer) }),
  }),
  'GET /api/users/:id/pets': userCases(),
  'GET /api/pets/:id/people': petCases({ only: 'author' }),
  'PATCH /api/pets/:id/people/:user': petCases({
    only: 'author',
    fill: lastOwnerParams,
    body: withBody({ role: 'family' }),
    ok: 409,
  }),
  'DELETE /api/pets/:id/people/:user': petCases({ only: 'author', fill: lastOwnerParams, ok: 409 }),
  'POST /api/pets/:id/invites': petCases({ only: 'author', body: withBody({ role: 'carer' }) }),
  'DELETE /api/pets/:id/invites/:invite': petCases({ only: 'author' }),
  'GET /api/pets/:id/actions': petCases({ only: 'author' }),
  'PUT /api/pets/:id/memorial': petCases({ only: 'author', body: withBody({ diedOn: '2026-01-01' }) }),
  'DELETE /api/pets/:id/memorial': petCases({ only: 'author' }),
  'GET /api/pets/:id/tributes': petCases(),
  'POST /api/pets/:id/tributes': petCases({ body: withBody({ text: 'A good dog.' }), ok: 409 }),
  'PATCH /api/tributes/:id': sameForAll({
    path: `/api/tributes/${unknownId}`,
    body: withBody({ state: 'approved' }),
    ok: 404,
  }),
  'DELETE /api/tributes/:id': sameForAll({ path: `/api/tributes/${unknownId}`, ok: 404 }),
  'GET /api/pets/:id/on-this-day': petCases(),
  'GET /api/on-this-day': sameForAll(),
  'GET /api/birthdays': sameForAll(),
  'PUT /api/pets/:id/birthday-paw': petCases({ ok: 409 }),
  'DELETE /api/pets/:id/birthday-paw': petCases({ ok: 409 }),
  'GET /api/invitations': sameForAll(),
  'GET /api/invitations/:id': sameForAll({ path: `/api/invitations/${unknownId}`, ok: 404 }),
  'POST /api/invitations/:id/accept': sameForAll({ path: `/api/invitations/${unknownId}/accept`, ok: 404 }),
  'POST /api/invitations/:id/decline': sameForAll({ path: `/api/invitations/${unknownId}/decline`, ok: 404 }),
  'POST /api/invitation-links': sameForAll({ body: withBody({ token: 'x' }), ok: 410 }),
  'POST /api/invitation-links/accept': sameForAll({ body: withBody({ token: 'x' }), ok: 410 }),

  // Routes of follows and profiles.
  'PUT /api/users/:id/follow': userCases({ self: 400, changesRelation: true }),
  'DELETE /api/users/:id/follow': userCases({ self: 400, changesRelation: true }),
  'PUT /api/pets/:id/follow': petCases(),
  'DELETE /api/pets/:id/follow': petCases(),
  'DELETE /api/followers/:id': userCases({ changesRelation: true }),
  'GET /api/follow-requests': sameForAll(),
  'GET /api/follow-requests/asked': sameForAll(),
  'PUT /api/follow-requests/:id': sameForAll({ path: `/api/follow-requests/${unknownId}`, ok: 404 }),
  'DELETE /api/follow-requests/:id': sameForAll({ path: `/api/follow-requests/${unknownId}`, ok: 404 }),
  'GET /api/close-friends': sameForAll(),
  'PUT /api/close-friends/:id': userCases({ self: 400, changesRelation: true }),
  'DELETE /api/close-friends/:id': sameForAll({ path: `/api/close-friends/${unknownId}` }),
  'GET /api/users/:id/followers': userCases(),
  'GET /api/users/:id/following': userCases(),
  'GET /api/users/by-username/:username': userCases({ by: 'username' }),
  'PATCH /api/profile': sameForNewUsers({ body: { fullname: 'New Name' } }),
  'PUT /api/profile/image': sameForAll({
    body: async (world, viewer) => ({ photo: await insertPhotoOf(world, viewer) }),
  }),
  'DELETE /api/profile/image': sameForNewUsers(),
  'GET /api/profile/privacy': sameForAll(),
  'PUT /api/profile/privacy': sameForNewUsers({ body: { isPrivate: true } }),

  // Routes of blocks and hides. Hiding returns 403, because it requires Premium, which no viewer has.
  'PUT /api/users/:id/hide': userCases({ self: 400, ok: 403, body: { days: null } }),
  'DELETE /api/users/:id/hide': userCases({ changesRelation: true }),
  'PUT /api/pets/:id/hide': petCases({ ok: 403, body: withBody({ days: 7 }) }),
  'DELETE /api/pets/:id/hide': petCases(),
  'GET /api/hides': sameForAll(),
  'PUT /api/users/:id/block': userCases({ self: 400, changesRelation: true, blockerMay: true }),
  'DELETE /api/users/:id/block': sameForAll({ path: `/api/users/${unknownId}/block` }),
  'GET /api/blocks': sameForAll(),
  'GET /api/blocks/:username': sameForAll({ path: '/api/blocks/unknown.one', ok: 404 }),
  'GET /api/species-filter': sameForAll(),
  'PUT /api/species-filter': sameForNewUsers({ body: { species: ['fish'], words: ['spider'] } }),
  'GET /api/users/:id/mute': userCases(),
  'PUT /api/users/:id/mute': userCases({ self: 400 }),
  'DELETE /api/users/:id/mute': userCases(),
  'GET /api/mutes': sameForAll(),

  // posts
  'POST /api/posts': sameForAll({
    body: async (world, viewer) => ({ photos: [{ id: await insertPhotoOf(world, viewer) }] }),
  }),
  'POST /api/imports/posts': sameForAll({
    body: async (world, viewer) => ({
      origin: { network: 'mastodon', id: newId(world.server.clock.now()), postedAt: '2019-05-06T07:08:09.000Z' },
      photos: [{ id: await insertPhotoOf(world, viewer) }],
    }),
  }),
  'POST /api/imports/remote-photo': sameForAll({ body: withBody({ url: 'https://127.0.0.1/a.jpg' }), ok: 404 }),
  'POST /api/imports/known': sameForAll({ body: withBody({ origins: [] }) }),
  'GET /api/posts/:id': postCases(),
  'PATCH /api/posts/:id': postCases({ body: { caption: 'new' }, only: 'author' }),
  'DELETE /api/posts/:id': postCases({ only: 'author' }),
  'GET /api/posts/:id/edits': postCases({ only: 'author', refused: 404 }),
  'PUT /api/posts/:id/archive': postCases({ only: 'author' }),
  'DELETE /api/posts/:id/archive': unarchived,
  'PUT /api/posts/:id/pin': pinned,
  'DELETE /api/posts/:id/pin': postCases({ only: 'author' }),
  'GET /api/archive': sameForAll(),
  'GET /api/users/:id/posts': userCases(),
  'GET /api/pets/:id/posts': petCases(),
  'GET /api/tags/:tag/posts': sameForAll({ path: '/api/tags/some/posts' }),

  'GET /api/mentions': sameForAll({ query: '?q=@unknown.one' }),

  // drafts
  'GET /api/drafts': sameForAll(),
  'POST /api/drafts': sameForAll({
    body: async (world, viewer) => ({ photos: [{ id: await insertPhotoOf(world, viewer) }] }),
  }),
  'GET /api/drafts/:id': draftCases(),
  'PUT /api/drafts/:id': draftCases({ body: { caption: 'half', version: 1 } }),
  'DELETE /api/drafts/:id': draftCases(),

  // Routes of comments, likes, saves and the feed.
  'GET /api/posts/:id/comments': postCases(),
  'POST /api/posts/:id/comments': postCases({ body: { text: 'hello' } }),
  'PATCH /api/comments/:id': commentCases({ by: 'follower', may: ['follower'], body: { text: 'new' } }),
  'DELETE /api/comments/:id': commentCases({ by: 'follower', may: ['follower', 'author'], evenUnseen: true }),
  'GET /api/comments/:id': commentCases({ by: 'follower', may: viewers }),
  'PUT /api/comments/:id/like': commentCases({ by: 'follower', may: viewers }),
  'DELETE /api/comments/:id/like': commentCases({ by: 'follower', may: viewers }),
  'PUT /api/comments/:id/pin': commentCases({ by: 'follower', may: ['author'] }),
  'DELETE /api/comments/:id/pin': commentCases({ by: 'follower', may: ['author'] }),
  'PUT /api/posts/:id/watch': postCases(),
  'GET /api/posts/:postId/likes': postCases({ param: 'postId' }),
  'PUT /api/posts/:postId/like': postCases({ param: 'postId' }),
  'DELETE /api/posts/:postId/like': postCases({ param: 'postId' }),
  'PUT /api/posts/:postId/save': postCases({ param: 'postId' }),
  'DELETE /api/posts/:postId/save': postCases({ param: 'postId' }),
  'GET /api/saves': sameForAll(),
  'GET /api/likes': sameForAll(),
  'GET /api/collections': sameForAll(),
  'POST /api/collections': sameForAll({ body: async () => ({ name: newId(new Date()) }) }),
  'GET /api/collections/:id': collectionCases(),
  'PATCH /api/collections/:id': collectionCases({ body: { name: 'Beach dogs' } }),
  'DELETE /api/collections/:id': collectionCases(),
  'GET /api/collections/:id/posts': collectionCases(),
  'PUT /api/collections/:id/posts/:postId': collectionPostCases,
  'DELETE /api/collections/:id/posts/:postId': collectionPostCases,
  'GET /api/feed': sameForAll(),

  // stories
  'POST /api/stories': sameForAll({ body: async (world, viewer) => ({ photo: await insertPhotoOf(world, viewer) }) }),
  'GET /api/stories': sameForAll(),
  'GET /api/users/:id/stories': userCases(),
  'GET /api/stories/:id': storyCases(),
  'DELETE /api/stories/:id': storyCases({ only: 'author' }),
  'PUT /api/stories/:id/view': storyCases(),
  'GET /api/stories/:id/viewers': storyCases({ only: 'author' }),
  'PUT /api/stories/:id/paw': storyCases({ own: 400 }),
  'DELETE /api/stories/:id/paw': storyCases({ own: 400 }),
  'POST /api/stories/:id/replies': storyCases({ body: { text: 'hello' }, own: 400 }),
  'PUT /api/stories/:id/highlights/:petId': storyCases({ only: 'author' }),
  'DELETE /api/stories/:id/highlights/:petId': storyCases({ only: 'author' }),
  'GET /api/pets/:id/highlights': petCases(),

  ...moderationRows,

  // exports
  'POST /api/exports': sameForAll({ ok: 403 }),
  'GET /api/exports': sameForAll(),
  'GET /api/exports/:id': exportCases(),
  'GET /api/exports/:id/file': exportCases({ ok: 410 }),

  // imports
  'POST /api/imports': sameForAll({ ok: 415 }),
  'GET /api/imports': sameForAll(),
  'GET /api/imports/:id': importCases(),

  // search
  'GET /api/search': sameForAll({ query: '?q=unknown.one' }),
  'GET /api/explore': sameForAll(),
  'GET /api/explore/tags': sameForAll(),
  'GET /api/species/:species/posts': sameForAll({ path: '/api/species/dog/posts' }),
  'GET /api/suggestions': sameForAll(),

  // Routes of moderation. The feature's own tests check who may report.
  'POST /api/reports': sameForAll({
    body: withBody({ subject: { type: 'user', id: unknownId }, reason: 'other' }),
    ok: 404,
  }),

  ...paymentRows,

  // Routes of notifications. The feature's own tests check that users cannot change notifications of other users.
  'GET /api/notifications': sameForAll(),
  'GET /api/notifications/unread': sameForAll(),
  'PUT /api/notifications/read': sameForAll({ body: withBody({ upTo: '2026-01-01T00:00:00.000Z' }) }),
  'PUT /api/notifications/:id/read': sameForAll({ path: `/api/notifications/${unknownId}/read`, ok: 404 }),
  'GET /api/notifications/settings': sameForAll(),
  'PUT /api/notifications/settings/:type': sameForAll({
    path: '/api/notifications/settings/like',
    body: withBody({ on: true }),
  }),
  'GET /api/push': sameForAll(),
  // Push is off in this test, so the server refuses every subscription.
  'PUT /api/push/subscription': sameForAll({
    body: withBody({ endpoint: 'https://fcm.googleapis.com/a', keys: { p256dh: 'B', auth: 'A' }, key: 'B' }),
    ok: 503,
  }),
  'DELETE /api/push/subscriptions/:id': sameForAll({ path: `/api/push/subscriptions/${unknownId}`, ok: 404 }),
  'POST /api/push/subscriptions/:id/test': sameForAll({ path: `/api/push/subscriptions/${unknownId}/test`, ok: 404 }),
  'PUT /api/push/settings': sameForAll({ body: withBody({ showContent: false, quietHours: null }) }),
  'GET /api/posts/:id/mute': postCases(),
  'PUT /api/posts/:id/mute': postCases(),
  'DELETE /api/posts/:id/mute': postCases(),

  // operator
  'POST /api/vitals': sameForAll({ body: withBody({ vitals: [] }) }),
  'GET /api/config': sameForAll(),
  'GET /livez': sameForAll(),
  'GET /readyz': sameForAll(),
  'GET /.well-known/security.txt': sameForAll({ ok: 200 }),
  'GET /metrics': sameForAll({ ok: 200 }),
  'GET /api/openapi.json': sameForAll(),
  'GET /api/docs': sameForAll({ ok: 200 }),
}
