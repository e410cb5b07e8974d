import dots from '@phosphor-icons/core/bold/dots-three-bold.svg?path'
import type { ComponentProps } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'

/** Button "…" that opens the menu of a post. */
export function PostMenuButton(props: Omit<ComponentProps<'button'>, 'children'>) {
  const t = useTranslate()
  return <IconButton {...props} label={t(phrases.posts.moreOptions)} icon={dots} />
}
