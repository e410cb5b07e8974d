import { linkify, type TextSegment } from '#lib/linkify.ts'
import { Link } from './Link.tsx'

/** Functions that return the address of a tag and of a user. */
export type TextHrefs = { tag: (tag: string) => string; user: (username: string) => string }

type LinkedTextProps = {
  text: string
  hrefs: TextHrefs
  /** Existing usernames in the text, in lower case. */
  names: readonly string[] | undefined
}

/** Text written by a user. Hashtags, mentions and web addresses become links. */
export function LinkedText({ text, hrefs, names = [] }: LinkedTextProps) {
  return linkify(text, names).map((piece, at) => <PieceOfText key={at} piece={piece} hrefs={hrefs} />)
}

function PieceOfText({ piece, hrefs }: { piece: TextSegment; hrefs: TextHrefs }) {
  if (piece.kind === 'words') return piece.text
  if (piece.kind === 'link')
    // Web links open in a new tab, so that unsent text on this page is not lost.
    return (
      <a className="link" href={piece.href} target="_blank" rel="nofollow noopener ugc">
        {piece.text}
      </a>
    )
  return (
    <Link className="link" to={piece.kind === 'tag' ? hrefs.tag(piece.tag) : hrefs.user(piece.username)}>
      {piece.text}
    </Link>
  )
}
