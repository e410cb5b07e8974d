import type { Post } from '@pawtrait/contract/posts.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { createLinkPreviewImage } from '#shell/link-preview-image.ts'
import { createPageHead, type PageHead, withNoindex } from '#shell/page-loader.ts'

// Maximum widths of title and description. The unit is the width of a Latin character.
const MAX_TITLE_LENGTH = 60
const MAX_DESCRIPTION_LENGTH = 200

/** Returns the metadata of a post for link previews. The image is the first photo, as a JPEG. */
export function createPostPageHead(t: TranslateFunction, post: Post | null, publicUrl: string): PageHead {
  if (!post) return withNoindex(createPageHead(t, t(phrases.posts.postGone)))
  const { author, caption, photos, audience } = post
  const text = caption.replace(/\s+/g, ' ')
  const title = text
    ? t(phrases.posts.pageTitleWithCaption, {
        name: author.fullname,
        caption: truncateWithEllipsis(text, MAX_TITLE_LENGTH),
      })
    : t(phrases.posts.pageTitle, { name: author.fullname })
  const [first] = photos
  return {
    title: text ? t(phrases.app.pageTitle, { page: title }) : title,
    description: truncateWithEllipsis(
      text || first?.alt || t(phrases.posts.postBy, { name: author.username }),
      MAX_DESCRIPTION_LENGTH,
    ),
    ...(audience !== 'everyone' && { hidden: true }),
    ...(first && createLinkPreviewImage(first, first.alt, publicUrl)),
  }
}
