import type { Post } from '@pawtrait/contract/posts.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { linkPreviewImage } from '#shell/link-preview-image.ts'
import { createPageHead, type PageHead, withNoindex } from '#shell/page-loader.ts'

// Maximum widths of title and description. The unit is the width of a Latin character.
const TITLED = 60
const DESCRIBED = 200

/** Returns the metadata of a post for link previews. The image is the first photo, as a JPEG. */
export function createPostPageHead(t: TranslateFunction, post: Post | null, publicUrl: string): PageHead {
  if (!post) return withNoindex(createPageHead(t, t(phrases.posts.postGone)))
  const { author, caption, photos, audience } = post
  const words = caption.replace(/\s+/g, ' ')
  const title = words
    ? t(phrases.posts.pageTitleWithCaption, { name: author.fullname, caption: truncateWithEllipsis(words, TITLED) })
    : t(phrases.posts.pageTitle, { name: author.fullname })
  const [first] = photos
  return {
    title: words ? t(phrases.app.pageTitle, { page: title }) : title,
    description: truncateWithEllipsis(
      words || first?.alt || t(phrases.posts.postBy, { name: author.username }),
      DESCRIBED,
    ),
    ...(audience !== 'everyone' && { hidden: true }),
    ...(first && linkPreviewImage(first, first.alt, publicUrl)),
  }
}
