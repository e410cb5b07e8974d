// Selectors of feed cards and profile tiles. Comments are excluded: each comment is an `article` inside another
// `article`.
const POSTS = 'main article:not(article article)'
const TILES = 'main li > a.over-photo'
const BELOW_BAR_PX = 8

const findPosts = () => {
  const posts = document.querySelectorAll<HTMLElement>(POSTS)
  return [...(posts.length > 0 ? posts : document.querySelectorAll<HTMLElement>(TILES))]
}

/** Returns the bottom edge of the top bar in the viewport; 0 once the bar is scrolled away. */
const findBarBottom = () => Math.max(0, document.querySelector('header')?.getBoundingClientRect().bottom ?? 0)

const isBelowBar = (post: HTMLElement) => post.getBoundingClientRect().bottom > findBarBottom() + BELOW_BAR_PX

/** Returns the index of the focused post; -1 if no post has the focus or if the focused post is out of view. */
const findFocusedIndex = (posts: readonly HTMLElement[]) =>
  posts.findIndex(
    (post) =>
      post.contains(document.activeElement) &&
      isBelowBar(post) &&
      post.getBoundingClientRect().top < window.innerHeight,
  )

/** Returns the focused post; without one, the first post that the top bar does not hide completely. */
export function findCurrentPost(): HTMLElement | undefined {
  const posts = findPosts()
  return posts[findFocusedIndex(posts)] ?? posts.find(isBelowBar)
}

/** Moves the focus to the next or previous post and scrolls the post to just below the top bar. */
export function focusAdjacentPost(step: 1 | -1) {
  const posts = findPosts()
  const index = findFocusedIndex(posts)
  const next = index >= 0 ? posts[index + step] : findCurrentPost()
  if (!next) return
  if (next.tabIndex < 0) next.tabIndex = -1
  next.focus({ preventScroll: true })
  window.scrollBy(0, next.getBoundingClientRect().top - findBarBottom() - BELOW_BAR_PX)
}
