import { expect, test } from 'vitest'
import { sharedFiles } from './shared-files.ts'

/** Modules and what they import. */
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
const files = sharedFiles(
  { entry: 'entry', start: 'start', shell: 'Shell', failures: ['ErrorPage', 'OfflinePage'], pages },
  { getModuleInfo: (id) => ({ importedIds: imports[id] ?? [], dynamicallyImportedIds: lazily[id] ?? [] }) },
)

test.each([
  ['what the app starts with', 'router', 'start-app'],
  ['what every signed-in page needs', 'menu', 'start-app'],
  ['what a page shares with what says that something failed', 'row', 'start-app'],
  ['what only that needs', 'lost-frame', 'failures'],
  ['what the feed shares with another page', 'card', 'posts'],
  ['what such a module imports', 'photo', 'posts'],
  ['what a public page shares', 'pet-cache', 'public'],
  ['what signed-in pages of one folder share', 'list', 'folder /settings'],
  ['what signed-in pages of several folders share', 'form', 'signed-in'],
  ['what one page shares with its lazy parts', 'feed-cache', 'own /app/FeedPage.tsx'],
])('%s has one file', (_, module, file) => {
  expect(files.get(module)).toBe(file)
})

test.each([
  ['a page', '/app/FeedPage.tsx'],
  ['what says that something failed', 'OfflinePage'],
  ['a library', '/node_modules/react/index.js'],
  ['what the entry needs', 'vitals'],
  ['what one page needs', 'feed-end'],
  ['what is beside every page', 'tabs'],
  ['what a lazy part needs', 'dialog'],
])('%s is left to the bundler', (_, module) => {
  expect(files.has(module)).toBe(false)
})
