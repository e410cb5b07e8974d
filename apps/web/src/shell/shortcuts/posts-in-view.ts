// Cards of a feed, else the tiles of a wall. A comment is an article too, in that of its post.
const POSTS = 'main article:not(article article)'
const TILES = 'main li > a.over-photo'
const BELOW_BAR_PX = 8

const all = () => {
  const posts = document.querySelectorAll<HTMLElement>(POSTS)
  return [...(posts.length > 0 ? posts : document.querySelectorAll<HTMLElement>(TILES))]
}

/** How far down the bar at the top of a page reaches. */
const barEnd = () => document.querySelector('header')?.getBoundingClientRect().bottom ?? 0

/** The post that has the focus, else the first that begins below the bar; on a page of one post, that one. */
export function currentPost(): HTMLElement | undefined {
  const posts = all()
  const focused = posts.find((post) => post.contains(document.activeElement))
  return focused ?? posts.find((post) => post.getBoundingClientRect().bottom > barEnd() + BELOW_BAR_PX)
}

/** Moves the focus to the post after or before the one that has it, and brings that one below the bar. */
export function goToPost(step: 1 | -1) {
  const posts = all()
  const at = posts.findIndex((post) => post.contains(document.activeElement))
  const current = currentPost()
  const next = at >= 0 ? posts[at + step] : current
  if (!next) return
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus({ preventScroll: true })
  window.scrollBy(0, next.getBoundingClientRect().top - barEnd() - BELOW_BAR_PX)
}
