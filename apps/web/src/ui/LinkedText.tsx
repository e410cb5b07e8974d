import { linkedWords, type Piece } from '#lib/linked-words.ts'
import { Link } from './Link.tsx'

/** The addresses of what a text can point at. */
export type TextHrefs = { tag: (tag: string) => string; user: (username: string) => string }

type LinkedTextProps = {
  text: string
  hrefs: TextHrefs
  /** The usernames in it that belong to somebody, in small letters. */
  names: readonly string[] | undefined
}

/** What somebody wrote, with its hashtags, the users it names and its web addresses as links; all else is text. */
export function LinkedText({ text, hrefs, names = [] }: LinkedTextProps) {
  return linkedWords(text, names).map((piece, at) => <PieceOfText key={at} piece={piece} hrefs={hrefs} />)
}

function PieceOfText({ piece, hrefs }: { piece: Piece; hrefs: TextHrefs }) {
  if (piece.kind === 'words') return piece.text
  if (piece.kind === 'link')
    // In a tab of its own: what one was reading or writing here stays.
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
