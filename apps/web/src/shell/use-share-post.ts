import { paths } from '@pawtrait/contract/paths.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { copyLink, shareLink } from '#lib/share.ts'
import { useToast } from '#ui/overlays/Toast.tsx'

/** Returns two functions: one copies the link of a post, the other opens the system's share sheet. */
export function useSharePost(post: Pick<Post, 'id' | 'author'>) {
  const t = useTranslate()
  const toast = useToast()
  const address = () => window.location.origin + paths.post(post.id)
  const showResult = (isCopied: boolean) =>
    toast({ text: isCopied ? t(phrases.posts.linkCopied) : t(phrases.posts.copyFailed, { url: address() }) })
  return {
    copy: () => void copyLink(address()).then(showResult),
    share: () =>
      void shareLink({ url: address(), title: t(phrases.posts.shareTitle, { name: post.author.username }) }).then(
        (outcome) => outcome !== 'shared' && showResult(outcome === 'copied'),
      ),
  }
}
