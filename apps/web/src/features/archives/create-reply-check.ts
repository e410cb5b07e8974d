/**
 * Returns a function that tells from the id of a post's parent whether the post replies to somebody else. A reply to an
 * own post belongs to the author's thread, unless the thread itself is such a reply. `parents` has the id of the parent
 * of each own post; '' for none.
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
