const isFont = (node: Node | null | undefined) => node?.nodeName === 'FONT'

/** The node that was put in the place of the removed one, if this is how a browser translates or shows the original. */
function replacementIn(record: MutationRecord): [removed: Node, replacement: Node] | undefined {
  const { addedNodes, removedNodes, previousSibling, nextSibling } = record
  const [removed, added] = [removedNodes[0], addedNodes[0]]
  if (!removed || removedNodes.length > 1) return undefined
  if (isFont(removed) && added) return [removed, added]
  const font = [added, previousSibling, nextSibling].find(isFont)
  return removed.nodeType === Node.TEXT_NODE && font ? [removed, font] : undefined
}

const { insertBefore, appendChild, removeChild } = Node.prototype
/** What took the place of a node when the page was translated, or its original shown again. */
const replacements = new WeakMap<Node, Node>()

function noteReplacements(records: MutationRecord[]) {
  for (const record of records) {
    for (const added of record.addedNodes) replacements.delete(added)
    const found = replacementIn(record)
    if (found) replacements.set(...found)
  }
}

/** The node that shows a node's words now: itself, or a replacement that is in the document. */
function shownFor(node: Node): Node {
  let shown = node
  for (let next = replacements.get(shown); next && !shown.parentNode; next = replacements.get(shown)) shown = next
  return shown
}

/** The child of `parent` that shows a node's words; null when there is none. */
function childFor(parent: Node, node: Node): Node | null {
  let shown: Node | null = shownFor(node)
  while (shown && shown.parentNode !== parent) shown = shown.parentNode
  return shown
}

/** For a text that moves: its replacement must not stay where it was. */
function removeReplacement(node: Node) {
  const shown = shownFor(node)
  if (shown !== node && shown.parentNode) removeChild.call(shown.parentNode, shown)
}

/**
 * Lets React change a page that the browser translates. Chrome replaces each text by a `<font>` of its own; React then
 * throws when it removes the text or inserts before it, and the page is lost (facebook/react#11538). From now on such
 * calls act on the replacement, and a text that changes is shown again, in English until it is translated.
 */
export function surviveTranslation(): void {
  // Called right after the task that translated, and so before React acts.
  new MutationObserver(noteReplacements).observe(document, { childList: true, subtree: true })
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, before: Node | null): T {
    removeReplacement(node)
    insertBefore.call(this, node, before && before.parentNode !== this ? childFor(this, before) : before)
    return node
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    removeReplacement(node)
    appendChild.call(this, node)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const shown = child.parentNode === this ? child : childFor(this, child)
    if (shown) removeChild.call(this, shown)
    return child
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      const shown = shownFor(this)
      if (shown !== this) shown.parentNode?.replaceChild(this, shown)
      nodeValue?.set?.call(this, value)
    },
  })
}
