import type { Profile } from '@pawtrait/contract/profiles.ts'
import dots from '@phosphor-icons/core/bold/dots-three-bold.svg?path'
import type { ComponentProps } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconButton } from '#ui/IconButton.tsx'

type PersonMenuButtonProps = Omit<ComponentProps<'button'>, 'children'> & { profile: Profile }

/** Button "…" that opens the menu of a profile. */
export function PersonMenuButton({ profile, ...button }: PersonMenuButtonProps) {
  const t = useTranslate()
  return <IconButton {...button} label={t(phrases.profiles.moreOptions, { name: profile.username })} icon={dots} />
}
