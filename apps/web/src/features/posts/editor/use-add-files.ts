import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useToast } from '#ui/overlays/Toast.tsx'
import type { DraftStore } from './draft-store.ts'
import { addFiles } from './photo-uploads.ts'

/** Returns a function that adds files to a draft. Toasts report empty files and how many files did not fit. */
export function useAddFiles(composition: DraftStore): (files: File[]) => Promise<void> {
  const t = useTranslate()
  const toast = useToast()
  return async (files) => {
    const nonEmptyFiles = files.filter(({ size }) => size > 0)
    if (nonEmptyFiles.length < files.length)
      toast({ text: t(phrases.create.emptyFiles, { count: files.length - nonEmptyFiles.length }) })
    const excessCount = await addFiles(composition, nonEmptyFiles)
    if (excessCount > 0) toast({ text: t(phrases.create.tooManyPhotos, { count: excessCount }) })
  }
}
