import type { Post } from '@pawtrait/contract/posts.ts'
import { phrases } from '#i18n/phrases.ts'
import type { Translate } from '#i18n/translate.ts'
import type { Head } from '#shell/page.ts'

const DESCRIBED = 200

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1).trimEnd()}…` : text)

// What unfurls a link wants one size, and 1080 px stands for every photo that is that wide.
const UNFURLED_PX = 1080

/** What a post says of itself to whoever unfurls its link. The picture is the first photo, as a JPEG. */
export function postHead(t: Translate, post: Post | null, publicUrl: string): Head {
  if (!post) return { title: t(phrases.app.pageTitle, { page: t(phrases.posts.gone) }), hidden: true }
  const { author, caption, photos, audience } = post
  const words = caption.replace(/\s+/g, ' ')
  const title = words
    ? t(phrases.posts.headWithCaption, { name: author.fullname, caption: cut(words, 60) })
    : t(phrases.posts.head, { name: author.fullname })
  const [first] = photos
  const jpegs = first?.variants.filter(({ format, width }) => format === 'jpg' && width <= UNFURLED_PX) ?? []
  const jpeg = jpegs.at(-1)
  return {
    title: words ? t(phrases.app.pageTitle, { page: title }) : title,
    description: cut(words || first?.alt || t(phrases.posts.postBy, { name: author.username }), DESCRIBED),
    ...(audience !== 'everyone' && { hidden: true }),
    ...(first &&
      jpeg && {
        image: {
          url: new URL(jpeg.src, publicUrl).href,
          width: jpeg.width,
          height: Math.round((jpeg.width * first.height) / first.width),
          alt: first.alt,
        },
      }),
  }
}
