import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningApp } from '../e2e/app.ts'
import { type ApiClient, createPhotoForm } from '../e2e/client.ts'
import { drawPicture } from '../e2e/test-data.ts'
import type { Drill } from './drill.ts'
import { createPersonInBrowser, type PersonInBrowser } from './person-in-browser.ts'
import { withApp } from './photos.ts'
import { startFirefox, startWebKit, type WebDriverBrowser } from './web-driver.ts'

const POSTS = 9
const ENTER = '\uE007'
const STILL_MS = 1_500
// True once React has hydrated the field.
const fileFieldIsReady = `/__react/.test(Object.keys(document.querySelector('input[type=file]')))`

/** Creates posts of the author that the person in the browser will follow. Returns the id of the middle post. */
async function createPosts(app: RunningApp, author: ApiClient): Promise<string> {
  const ids: string[] = []
  for (let number = 1; number <= POSTS; number++) {
    const { id } = (await (await author.call(app, 'POST', '/api/photos', await createPhotoForm())).json()) as {
      id: string
    }
    const post = { caption: `Post ${number}`, photos: [{ id, alt: `Photo ${number}` }] }
    const answer = await author.call(app, 'POST', '/api/posts', post)
    if (!answer.ok) throw new Error(`a post was answered with ${answer.status}`)
    ids.push(((await answer.json()) as { id: string }).id)
  }
  return ids[Math.floor(POSTS / 2)] ?? ''
}

async function signUpAndLogIn(person: PersonInBrowser, origin: string) {
  await person.open(`${origin}/`)
  await person.click('a', 'Register Now')
  await person.isAt('/signup')
  await person.fill('input', 'Full name', 'Zuri Maina')
  await person.fill('input', 'Username', 'zuri')
  await person.fill('input', 'Email', 'zuri@example.com')
  await person.fill('input', 'Zip code', `SW1A 1AA${ENTER}`)
  await person.isAt('/login')
  await person.fill('input', 'Zip code', 'sw1a1aa')
  await person.click('button', 'Log In')
  await person.isAt('/dashboard')
}

async function addPet(person: PersonInBrowser, origin: string) {
  await person.open(`${origin}/pets/new`)
  await person.fill('input', 'Name', 'Mango')
  await person.click('input', 'Cat')
  await person.click('button', 'Create Mango’s page')
  await person.waitUntil(`/^.pets.(?!new)/.test(location.pathname)`)
}

async function post(person: PersonInBrowser, origin: string, photo: string) {
  await person.open(`${origin}/dashboard/create`)
  await person.waitUntil(fileFieldIsReady)
  await person.setFiles('input[type=file]', [photo])
  await person.see('button', 'Photo 1, ')
  await person.fill('textarea', 'Caption', 'A long day')
  await person.click('button', 'Mango')
  await person.click('button', 'Submit')
  await person.isAt('/dashboard')
  await person.seeText('A long day')
}

/** Finds the author of the long feed by search, and follows the author. */
async function searchAndFollow(person: PersonInBrowser, origin: string, author: string) {
  await person.open(`${origin}/dashboard/search`)
  await person.fill('input', 'Search', author)
  await person.click('[role=option]', '')
  await person.isAt(`/@${author}`)
  await person.click('button', 'Follow')
  await person.see('button', 'Following')
  await sleep(1_000) // The button changes before the server has responded.
}

/** Scrolls down the feed, then leaves it and returns in several ways. @throws Error if the scroll position changes */
async function feedAndBack(person: PersonInBrowser, origin: string, post: string) {
  await person.open(`${origin}/dashboard`)
  const link = `main article a[href="/posts/${post}"]`
  const top = () => person.evaluate<number | null>(`document.querySelector('${link}')?.getBoundingClientRect().top`)
  for (let y = await top(); y === null || y > 500; y = await top()) {
    await person.evaluate('window.scrollBy(0, 200)')
    await sleep(50)
  }
  await sleep(STILL_MS)
  const place = await top()
  const expectPlace = async (how: string) => {
    await person.isAt('/dashboard')
    await person.see(link, '')
    await sleep(STILL_MS)
    const moved = Math.abs(((await top()) ?? Infinity) - (place ?? 0))
    if (moved > 2) throw new Error(`${how} moved the feed by ${moved} px`)
  }
  await person.click(link, '', { isInPlace: true })
  await person.isAt(`/posts/${post}`)
  await person.see('textarea', 'Add a comment')
  await person.back()
  await expectPlace('Back')
  await person.evaluate('location.reload()')
  await sleep(STILL_MS)
  await expectPlace('a reload')
  await person.open(`${origin}/rules`)
  await person.back()
  await expectPlace('Back from another document')
}

async function commentAndView(person: PersonInBrowser) {
  await person.click('main article a[href^="/posts/"]', '')
  await person.waitUntil(`location.pathname.startsWith('/posts/')`)
  await person.fill('textarea', 'Add a comment', `The ears!${ENTER}`)
  await person.see('[id^="c-"], article', 'zuri: The ears!')
  await person.click('main button:has(picture)', '')
  await person.click('[role=dialog] button', 'Close')
  await person.waitUntil(`!document.querySelector('[role=dialog]')`)
}

async function story(person: PersonInBrowser, origin: string, photo: string) {
  await person.open(`${origin}/dashboard`)
  await person.click('main a[href*=stor]', '')
  await person.waitUntil(fileFieldIsReady)
  await person.setFiles('input[type=file]', [photo])
  await person.click('button', 'Post story')
  await person.seeText('Story posted')
}

async function settingsAndLogOut(person: PersonInBrowser, origin: string) {
  await person.open(`${origin}/settings/appearance`)
  await person.click('input', 'Dark')
  await person.waitUntil(`getComputedStyle(document.documentElement).colorScheme.includes('dark')`)
  await person.open(`${origin}/settings`)
  await person.click('button', 'Log Out')
  await person.isAt('/')
  await person.see('a', 'Log In')
}

async function walk(start: () => Promise<WebDriverBrowser>): Promise<string> {
  const browser = await start()
  const folder = mkdtempSync(join(tmpdir(), 'pawtrait-walk-'))
  const photo = join(folder, 'garden.jpg')
  try {
    writeFileSync(photo, await drawPicture('jpeg', 900, 1200))
    return await withApp(async (app, author) => {
      const { origin } = app
      const far = await createPosts(app, author)
      const person = createPersonInBrowser(browser)
      const steps = {
        'sign-up and log-in': () => signUpAndLogIn(person, origin),
        pet: () => addPet(person, origin),
        'photo and post': () => post(person, origin, photo),
        search: () => searchAndFollow(person, origin, author.username),
        'feed and Back': () => feedAndBack(person, origin, far),
        'comment and viewer': () => commentAndView(person),
        story: () => story(person, origin, photo),
        'settings and Log Out': () => settingsAndLogOut(person, origin),
      }
      for (const [name, walked] of Object.entries(steps))
        await walked().catch((error: Error) => {
          throw new Error(`${name}: ${error.message}`)
        })
      return Object.keys(steps).join(', ')
    })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Drills that use the main pages of the app in Firefox, and in WebKit, the engine of Safari. `npm run e2e` tests
 * Chromium.
 */
export const browserDrills: Drill[] = [
  { name: 'browsers: Firefox ESR', run: () => walk(startFirefox) },
  { name: 'browsers: WebKitGTK', run: () => walk(startWebKit) },
]
