import { expect, test } from 'vitest'
import { chunkFor, chunksOf } from './chunk-of.ts'

type Links = { imports?: string[]; later?: string[] }

const modules: Record<string, Links> = {
  'src/entry-browser.ts': { later: ['src/start-app.tsx'] },
  'src/start-app.tsx': { imports: ['routes.tsx', 'react'] },
  'routes.tsx': { imports: ['words.ts'], later: ['src/PostPage.tsx', 'src/FeedPage.tsx', 'src/UiPage.tsx'] },
  'words.ts': { imports: ['routes.tsx'] },
  'src/PostPage.tsx': { imports: ['Photos.tsx'], later: ['Crop.tsx'] },
  'src/FeedPage.tsx': { imports: ['Photos.tsx', 'Pill.tsx'] },
  'src/UiPage.tsx': { imports: ['Photos.tsx', 'Pill.tsx'] },
}
const getModuleInfo = (id: string) => ({
  importedIds: modules[id]?.imports ?? [],
  dynamicallyImportedIds: modules[id]?.later ?? [],
})
const chunkOf = chunksOf('src/entry-browser.ts', { getModuleInfo })

test('what the app begins with travels as one', () => {
  expect(['react', 'routes.tsx', 'words.ts'].map(chunkOf)).toEqual(['core', 'core', 'core'])
  expect(chunkFor(new Set(['start-app', 'CropEditor']))).toBe('core')
})

test('what the feed and the page of a post share travels together, whatever else uses it in development', () => {
  expect([chunkOf('Photos.tsx'), chunkOf('Pill.tsx')]).toEqual(['post', null])
})

test('what a part fetched later shares with pages of posts is found there', () => {
  expect(chunkFor(new Set(['PostPage', 'PostMenuList']))).toBe('post')
  expect(chunkFor(new Set(['PostMenuList', 'DeletePostDialog']))).toBe(null)
})

test('what most lists need travels with the beginning when a post needs it, else by itself', () => {
  expect(chunkFor(new Set(['PostPage', 'UserPage', 'PetPage', 'SearchPage']))).toBe('core')
  expect(chunkFor(new Set(['TagPage', 'UserPage', 'PetPage', 'SearchPage']))).toBe('lists')
  expect(chunkFor(new Set(['TagPage', 'UserPage']))).toBe(null)
})

test('what lists need and many more pages do travels with the beginning', () => {
  const lists = ['TagPage', 'UserPage', 'PetPage', 'SearchPage']
  const others = Array.from({ length: 13 }, (_, at) => `Other${at}`)
  expect(chunkFor(new Set([...lists, ...others.slice(1)]))).toBe('lists')
  expect(chunkFor(new Set([...lists, ...others]))).toBe('core')
})

test('a post that is made and one that is changed share a file, and so do the pages that show stories', () => {
  expect(chunkFor(new Set(['CreatePage', 'EditPostPage', 'UploadList']))).toBe('composing')
  expect(chunkFor(new Set(['CreatePage', 'EditPostPage', 'PetPage']))).toBe(null)
  expect(chunkFor(new Set(['FeedPage', 'StoryPage', 'PetPage']))).toBe('stories')
  expect(chunkFor(new Set(['StoryPage', 'StoryViewer']))).toBe(null)
})

test('the forms of pets and people share one file', () => {
  expect(chunkFor(new Set(['NewPetPage', 'EditProfilePage']))).toBe('forms')
  expect(chunkFor(new Set(['NewPetPage']))).toBe(null)
})
