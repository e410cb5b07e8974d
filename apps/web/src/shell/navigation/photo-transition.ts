import { flushSync } from 'react-dom'
import { NavigationType } from 'react-router'
import type { PageAnimation } from './navigation.ts'
import './photo-transition.css'

const postPath = /^\/posts\/[\w-]+$/

let namedPhoto: HTMLElement | null = null
let latestTransition: ViewTransition | null = null

/** Sets the transition name of the photo that the browser moves between the two pages. Null removes the name. */
function namePhoto(photo: HTMLElement | null) {
  namedPhoto?.style.removeProperty('view-transition-name')
  namedPhoto = photo
  namedPhoto?.style.setProperty('view-transition-name', 'photo')
}

/** Returns the visible photo of a post: on the page of the post, or in a grid. Null if there is none. */
function findPhoto(post: string, pathname: string): HTMLElement | null {
  const container = pathname === post ? 'article' : `a.over-photo[href="${post}"]`
  const photos = [...document.querySelectorAll(`main ${container} picture`)].map((picture) => picture.parentElement)
  return photos.find(isVisible) ?? null
}

function isVisible(photo: HTMLElement | null): boolean {
  if (!photo) return false
  const { top, bottom } = photo.getBoundingClientRect()
  return bottom > 0 && top < window.innerHeight
}

let isAnimatedByBrowser = false
// Records whether the browser itself has animated Back or Forward, for example after a swipe.
window.addEventListener('popstate', (event) => {
  isAnimatedByBrowser = 'hasUAVisualTransition' in event && event.hasUAVisualTransition
})

const isReduced = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches

/** Moves the photo between a grid of posts and the page of a post. Runs only if both pages show the photo. */
export const animatePhoto: PageAnimation = (from, { page, location: to, action }, update) => {
  const isLeaving = postPath.test(from.pathname)
  if (!page || isLeaving === postPath.test(to.pathname)) return false
  if (action === NavigationType.Pop && isAnimatedByBrowser) return false
  const post = isLeaving ? from.pathname : to.pathname
  const photo = findPhoto(post, from.pathname)
  if (!photo || isReduced() || !('startViewTransition' in document)) return false
  namePhoto(photo)
  const transition = document.startViewTransition(() => {
    flushSync(update)
    namePhoto(findPhoto(post, to.pathname))
    if (!namedPhoto) transition.skipTransition()
  })
  latestTransition = transition
  const clear = () => {
    if (latestTransition === transition) namePhoto(null)
  }
  transition.ready.catch(() => {}) // Rejects if the animation is skipped, for example by the next navigation.
  transition.finished.then(clear, clear)
  return true
}
