const isFont = (node: Node | null | undefined) => node?.nodeName === 'FONT'

/** Returns the removed node and its replacement, if the mutation translates a text or restores the original. */
function replacementIn(record: MutationRecord): [removed: Node, replacement: Node] | undefined {
  const { addedNodes, removedNodes, previousSibling, nextSibling } = record
  const [removed, added] = [removedNodes[0], addedNodes[0]]
  if (!removed || removedNodes.length > 1) return undefined
  if (isFont(removed) && added) return [removed, added]
  const font = [added, previousSibling, nextSibling].find(isFont)
  return removed.nodeType === Node.TEXT_NODE && font ? [removed, font] : undefined
}

const { insertBefore, appendChild, removeChild } = Node.prototype
/** Maps each removed node to the node that replaced it in a translation or when the original text was restored. */
const replacements = new WeakMap<Node, Node>()

function recordReplacements(records: MutationRecord[]) {
  for (const record of records) {
    for (const added of record.addedNodes) replacements.delete(added)
    const pair = replacementIn(record)
    if (pair) replacements.set(...pair)
  }
}

/** Returns the node that now displays the text of a node: the node itself, or its replacement in the document. */
function shownFor(node: Node): Node {
  let shown = node
  for (let next = replacements.get(shown); next && !shown.parentNode; next = replacements.get(shown)) shown = next
  return shown
}

/** Returns the child of `parent` that displays the text of a node; null if there is none. */
function childFor(parent: Node, node: Node): Node | null {
  let shown: Node | null = shownFor(node)
  while (shown && shown.parentNode !== parent) shown = shown.parentNode
  return shown
}

/** Removes the translation of a text before React inserts the text at another position. */
function removeReplacement(node: Node) {
  const shown = shownFor(node)
  if (shown !== node && shown.parentNode) removeChild.call(shown.parentNode, shown)
}

/**
 * Lets React update a page that the browser translates. Chrome replaces each text by a `<font>`. React then throws when
 * it removes the text or inserts a node before it (facebook/react#11538): the page crashes. This function patches DOM
 * methods so that they act on the `<font>`. A changed text is shown in English until the browser translates it.
 */
export function patchDomForTranslation(): void {
  // This observer runs in a microtask right after the translation, and therefore before React updates the page.
  new MutationObserver(recordReplacements).observe(document, { childList: true, subtree: true })
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
