/** Bytes after brotli, and files of script. */
export type Budget = { js: number; css: number; scripts: number }

const KB = 1000

/**
 * What each kind of first load may weigh, and what a part that is loaded later; pages without React carry a form's
 * script and no more. Public pages and the feed are held to what `stack.md` §8 says or less.
 */
export const budgets = {
  static: { js: 5 * KB, css: 6 * KB, scripts: 1 },
  hydrate: { js: 115 * KB, css: 10 * KB, scripts: 12 },
  // The feed: opened more often than all others, and the largest.
  person: { js: 125 * KB, css: 12 * KB, scripts: 12 },
  // What one opens from the feed, most of it there by then. What files are cut for is less: no estimate is exact.
  shell: { js: 130 * KB, css: 13 * KB, scripts: 12 },
  lazy: { js: 45 * KB, css: 12 * KB, scripts: 12 },
  // What works in an attack, and its worker: asked for when the network is at its worst.
  widget: { js: 2 * KB, css: 1 * KB, scripts: 2 },
  // The page of all components, which nobody but a developer opens: files are cut without regard to it.
  kit: { js: 70 * KB, css: 15 * KB, scripts: 20 },
} satisfies Record<string, Budget>
