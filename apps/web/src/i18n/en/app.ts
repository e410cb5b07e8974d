/** Words of the shell and the pages that belong to no feature. */
export const app = {
  name: 'Pawtrait',
  pageTitle: '{page} · Pawtrait',
  yours: 'Yours',
} as const
