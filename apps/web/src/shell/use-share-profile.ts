import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { shareLink } from '#lib/share.ts'
import { useToast } from '#ui/overlays/Toast.tsx'

/** Returns a function that shares the link of a profile, by the system's share sheet or the clipboard. */
export function useShareProfile(path: string, name: string): () => void {
  const t = useTranslate()
  const toast = useToast()
  return () => {
    const url = window.location.origin + path
    void shareLink({ url, title: t(phrases.profiles.shareTitle, { name }) }).then((outcome) => {
      if (outcome === 'shared') return
      toast({ text: outcome === 'copied' ? t(phrases.profiles.linkCopied) : t(phrases.profiles.copyFailed, { url }) })
    })
  }
}
