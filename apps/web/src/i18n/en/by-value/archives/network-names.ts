import type { Network } from '@pawtrait/contract/archives.ts'

export const networkNames = {
  instagram: 'Instagram',
  mastodon: 'Mastodon',
  pixelfed: 'Pixelfed',
} as const satisfies Record<Network, string>
