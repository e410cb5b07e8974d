import type { SocialNetwork } from '@pawtrait/contract/archives.ts'

export const networkNames = {
  instagram: 'Instagram',
  mastodon: 'Mastodon',
  pixelfed: 'Pixelfed',
} as const satisfies Record<SocialNetwork, string>
