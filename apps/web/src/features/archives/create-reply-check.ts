/**
 * Returns a function that takes the id of a post's parent, and returns whether the post replies to another user. Users
 * can reply to their own posts, so the function follows the parents up to the start of the thread. It also returns true
 * if a parent is unknown, for example deleted, or if the parents form a cycle.
 * `parents` maps the id of each post of the author to the id of its parent. A post without a parent maps to ''.
 */
export function createReplyCheck(parents: ReadonlyMap<string, string>): (parent: string) => boolean {
  return (parent) => {
    const visitedIds = new Set<string>()
    for (let at: string | undefined = parent; at !== ''; at = parents.get(at)) {
      if (at === undefined || visitedIds.has(at)) return true
      visitedIds.add(at)
    }
    return false
  }
}
