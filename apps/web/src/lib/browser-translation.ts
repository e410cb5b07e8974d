const isFont = (node: Node | null | undefined) => node?.nodeName === 'FONT'

/** Returns the removed node and its replacement, if the mutation translates a text or restores the original. */
function findReplacement(record: MutationRecord): [removed: Node, replacement: Node] | undefined {
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
    const pair = findReplacement(record)
    if (pair) replacements.set(...pair)
  }
}

/** Returns the node that now displays the text of a node: the node itself, or its replacement in the document. */
function findDisplayedNode(node: Node): Node {
  let displayed = node
  for (let next = replacements.get(displayed); next && !displayed.parentNode; next = replacements.get(displayed))
    displayed = next
  return displayed
}

/** Returns the child of `parent` that displays the text of a node; null if there is none. */
function findDisplayedChild(parent: Node, node: Node): Node | null {
  let displayed: Node | null = findDisplayedNode(node)
  while (displayed && displayed.parentNode !== parent) displayed = displayed.parentNode
  return displayed
}

/** Removes the translation of a text before React inserts the text at another position. */
function removeReplacement(node: Node) {
  const displayed = findDisplayedNode(node)
  if (displayed !== node && displayed.parentNode) removeChild.call(displayed.parentNode, displayed)
}

/**
 * Lets React update a page that the browser translates. Chrome replaces each text by a `<font>`. React then throws when
 * it removes the text or inserts a node before it (facebook/react#11538): the page crashes. This function patches DOM
 * methods so that they act on the `<font>`. A changed text is shown in English until the browser translates it.
 */
export function patchDomForTranslation(): void {
  // This observer runs in a microtask right after the translation, and therefore before React updates the page.
  new MutationObserver(recordReplacements).observe(document, { childList: true, subtree: true })
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, reference: Node | null): T {
    removeReplacement(node)
    insertBefore.call(
      this,
      node,
      reference && reference.parentNode !== this ? findDisplayedChild(this, reference) : reference,
    )
    return node
  }
  Node.prototype.appendChild = function <T extends Node>(this: Node, node: T): T {
    removeReplacement(node)
    appendChild.call(this, node)
    return node
  }
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    const displayed = child.parentNode === this ? child : findDisplayedChild(this, child)
    if (displayed) removeChild.call(this, displayed)
    return child
  }
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      const displayed = findDisplayedNode(this)
      if (displayed !== this) displayed.parentNode?.replaceChild(this, displayed)
      nodeValue?.set?.call(this, value)
    },
  })
}
