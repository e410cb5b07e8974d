import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { PhotoFiles } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'
import { createSignUpData, type SignUpData } from './person.ts'

/** A post's photo in API responses, with only the fields that tests read. */
type PostPhoto = PhotoFiles & { id: string; alt: string; width: number; height: number }

export type CreatedPost = { id: string; photos: PostPhoto[]; isReady: boolean }
export type CreatedPet = { id: string; slug: string; name: string }
export type Member = SignUpData & { id: string; page: Page }

/** A file to upload, in the format of Playwright’s `setInputFiles`. */
export type UploadFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * Calls the API with the cookies of a page.
 * @throws Error with the response text when the status is not 2xx.
 */
export async function callApi<T>(page: Page, method: string, path: string, data?: unknown): Promise<T> {
  const origin = new URL(page.url()).origin
  const answer = await page.request.fetch(origin + path, {
    method,
    headers: { origin },
    ...(data !== undefined && { data }),
  })
  const text = await answer.text()
  if (!answer.ok()) throw new Error(`${method} ${path} was answered with ${answer.status()}: ${text}`)
  return (text ? JSON.parse(text) : undefined) as T
}

/** Signs up a new user and logs in by API, for tests of other features. The page does not navigate. */
export async function signUpMember(page: Page, named: Partial<SignUpData> = {}): Promise<Member> {
  const person = createSignUpData(named)
  const { fullname, username, email, zipcode } = person
  await callApi(page, 'POST', '/users', { fullname, username, email, zipcode })
  const user = await callApi<{ id: string }>(page, 'POST', '/users', { usernameOrEmail: username, zipcode })
  return { ...person, id: user.id, page }
}

/** Draws an image of two colours. */
export function drawPicture(format: 'jpeg' | 'png', width = 640, height = 480): Promise<Buffer> {
  const half = Math.round(height / 2)
  const floor = { create: { width, height: half, channels: 3, background: '#7a5230' } } as const
  const drawn = sharp({ create: { width, height, channels: 3, background: '#8fbf9f' } }).composite([
    { input: floor, top: height - half, left: 0 },
  ])
  return (format === 'png' ? drawn.png() : drawn.jpeg()).toBuffer()
}

/** Returns a photo with an aspect ratio of 4:3. */
export const jpegFile = async (width = 640, name = 'garden.jpg'): Promise<UploadFile> => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await drawPicture('jpeg', width, (width * 3) / 4),
})

/** Returns a photo of a dog in HEIC, the format of iPhone photos. The file is in the repository. */
export const heicFile = async (): Promise<UploadFile> => ({
  name: 'IMG_0042.HEIC',
  mimeType: 'image/heic',
  buffer: await readFile(join(import.meta.dirname, '../apps/server/src/testing/photos/dog.heic')),
})

/** Uploads a photo of the page’s user, without a post. */
export async function createPhoto(page: Page, photo?: UploadFile): Promise<{ id: string }> {
  const { origin } = new URL(page.url())
  const answer = await page.request.post(`${origin}/api/photos`, {
    headers: { origin },
    multipart: { photo: photo ?? (await jpegFile()) },
  })
  expect(answer.status()).toBe(201)
  return (await answer.json()) as { id: string }
}

type Audience = 'everyone' | 'followers' | 'close-friends'
type Words = { caption?: string; alt?: string; place?: string; pets?: string[]; audience?: Audience }

/** Creates a post with one photo and waits until it is ready. */
export async function createTestPost(
  page: Page,
  { alt = 'A dog in a garden', ...words }: Words = {},
): Promise<CreatedPost> {
  const { id: photo } = await createPhoto(page)
  const { id } = await callApi<CreatedPost>(page, 'POST', '/api/posts', { photos: [{ id: photo, alt }], ...words })
  const readPost = () => callApi<CreatedPost>(page, 'GET', `/api/posts/${id}`)
  await expect.poll(async () => (await readPost()).isReady).toBe(true)
  return readPost()
}

/** Creates posts one after the other, without waiting until they are ready. */
export async function createTestPosts(page: Page, count: number) {
  for (let number = 1; number <= count; number++) {
    const photos = [{ ...(await createPhoto(page)), alt: 'A dog in a garden' }]
    await callApi(page, 'POST', '/api/posts', { photos, caption: `Post ${number}` })
  }
}

export const createTestPet = (
  page: Page,
  pet: { name?: string; species?: string; breed?: string; bio?: string } = {},
): Promise<CreatedPet> =>
  callApi<CreatedPet>(page, 'POST', '/api/pets', { name: 'Mango', species: 'dog', backdrop: 'moss', ...pet })

export const createFollow = (page: Page, id: string) => callApi(page, 'PUT', `/api/users/${id}/follow`)

let bought = 0

/** Buys a month of Premium with a simulated phone that pays automatically. Resolves when Premium is active. */
export async function buyPremium(page: Page) {
  const phone = `2547${String(60_000 + ++bought).slice(1)}0000`
  const { id } = await callApi<{ id: string }>(page, 'POST', '/api/orders', { plan: 'premium' })
  await callApi(page, 'POST', `/api/orders/${id}/attempts`, { method: 'mpesa', phone })
  const readStatus = () => callApi<{ state: string }>(page, 'GET', '/api/premium')
  await expect.poll(async () => (await readStatus()).state).toBe('active')
}
