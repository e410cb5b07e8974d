import type { Profile } from '@pawtrait/contract/profiles.ts'
import { menuPart } from '#shell/menu-part.tsx'
import { PersonMenuButton } from './PersonMenuButton.tsx'

/** The menu of somebody's wall. */
export const PersonMenu = menuPart<{ profile: Profile }>(
  async () => (await import('./PersonMenuList.tsx')).PersonMenuList,
  PersonMenuButton,
)
