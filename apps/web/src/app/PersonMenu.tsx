import type { Profile } from '@pawtrait/contract/profiles.ts'
import { lazyMenu } from '#shell/lazy-menu.tsx'
import { PersonMenuButton } from './PersonMenuButton.tsx'

/** The menu of somebody's wall. */
export const PersonMenu = lazyMenu<{ profile: Profile }>(
  async () => (await import('./PersonMenuList.tsx')).PersonMenuList,
  PersonMenuButton,
)
