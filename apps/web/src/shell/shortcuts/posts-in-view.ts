// Cards of a feed, else the tiles of a wall. A comment is an article too, in that of its post.
const POSTS = 'main article:not(article article)'
const TILES = 'main li > a.over-photo'
const BELOW_BAR_PX = 8

const all = () => {
  const posts = document.querySelectorAll<HTMLElement>(POSTS)
  return [...(posts.length > 0 ? posts : document.querySelectorAll<HTMLElement>(TILES))]
}

/** How far down the bar at the top of a page reaches, where it has not been scrolled away. */
const barEnd = () => Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)

const isBelowBar = (post: HTMLElement) => post.getBoundingClientRect().bottom > barEnd() + BELOW_BAR_PX

/** Where the post that has the focus stands among them; -1 also while it is out of sight, as after the wheel. */
const focusedAt = (posts: readonly HTMLElement[]) =>
  posts.findIndex(
    (post) =>
      post.contains(document.activeElement) &&
      isBelowBar(post) &&
      post.getBoundingClientRect().top < window.innerHeight,
  )

/** The post that has the focus, else the first that ends below the bar; on a page of one post, that one. */
export function currentPost(): HTMLElement | undefined {
  const posts = all()
  return posts[focusedAt(posts)] ?? posts.find(isBelowBar)
}

/** Moves the focus to the post after or before the one that has it, and brings that one below the bar. */
export function goToPost(step: 1 | -1) {
  const posts = all()
  const at = focusedAt(posts)
  const next = at >= 0 ? posts[at + step] : currentPost()
  if (!next) return
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus({ preventScroll: true })
  window.scrollBy(0, next.getBoundingClientRect().top - barEnd() - BELOW_BAR_PX)
}
