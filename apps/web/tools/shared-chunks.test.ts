import { expect, test } from 'vitest'
import { assignSharedChunks } from './shared-chunks.ts'

/** Fake module graph of the bundler. */
const imports: Record<string, string[]> = {
  entry: ['vitals'],
  start: ['router', 'vitals'],
  Shell: ['menu', 'router', 'tabs'],
  '/app/FeedPage.tsx': ['card', 'menu', 'feed-cache', 'feed-end'],
  FeedDialog: ['feed-cache', 'dialog'],
  '/app/PetPage.tsx': ['card', 'pet-cache', 'menu'],
  '/app/UserPage.tsx': ['pet-cache', 'menu', '/node_modules/react/index.js'],
  '/settings/DataPage.tsx': ['row', 'form', 'list'],
  '/settings/PrivacyPage.tsx': ['row', 'form', 'list', '/node_modules/react/index.js'],
  '/pets/EditPetPage.tsx': ['form', 'pet-cache'],
  card: ['photo'],
  ErrorPage: ['row', 'menu', 'lost-frame'],
  OfflinePage: ['plug', 'lost-frame'],
}
const lazily: Record<string, string[]> = { '/app/FeedPage.tsx': ['FeedDialog'] }
const isPublic = (id: string) => /Pet|User/.test(id) && !id.includes('Edit')
const pages = Object.keys(imports).flatMap((id) => (id.endsWith('Page.tsx') ? [{ id, isPublic: isPublic(id) }] : []))
const files = assignSharedChunks(
  { entry: 'entry', start: 'start', shell: 'Shell', failures: ['ErrorPage', 'OfflinePage'], pages },
  { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [], dynamicallyImportedIds: lazily[id] ?? [] }) },
)

test.each([
  ['the app start', 'router', 'start-app'],
  ['every signed-in page', 'menu', 'start-app'],
  ['a page and a failure page', 'row', 'start-app'],
  ['failure pages only', 'lost-frame', 'failures'],
  ['the feed and another page', 'card', 'posts'],
  ['a module in the posts file', 'photo', 'posts'],
  ['several public pages', 'pet-cache', 'public'],
  ['signed-in pages of one folder', 'list', 'folder /settings'],
  ['signed-in pages of several folders', 'form', 'signed-in'],
  ['one page and its lazy parts', 'feed-cache', 'own /app/FeedPage.tsx'],
])('assignSharedChunks assigns a shared file to a module needed by %s', (_, module, file) => {
  expect(files.get(module)).toBe(file)
})

test.each([
  ['a page', '/app/FeedPage.tsx'],
  ['a failure page', 'OfflinePage'],
  ['a library', '/node_modules/react/index.js'],
  ['a module needed by the entry', 'vitals'],
  ['a module needed by one page', 'feed-end'],
  ['a module needed only by the shell', 'tabs'],
  ['a module needed only by a lazy part', 'dialog'],
])('assignSharedChunks leaves %s to the bundler', (_, module) => {
  expect(files.has(module)).toBe(false)
})
