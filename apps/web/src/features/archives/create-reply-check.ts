/**
 * Returns a function that takes the id of a post's parent, and returns whether the post replies to another user. It
 * follows the parents up to the start of the thread, because a user can also reply to their own posts.
 * `parents` maps the id of each post of the author to the id of its parent, or to '' if it has none.
 */
export function createReplyCheck(parents: ReadonlyMap<string, string>): (parent: string) => boolean {
  return (parent) => {
    const seen = new Set<string>()
    for (let at: string | undefined = parent; at !== ''; at = parents.get(at)) {
      if (at === undefined || seen.has(at)) return true
      seen.add(at)
    }
    return false
  }
}
