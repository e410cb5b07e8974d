import { pageDefinitions } from '@pawtrait/contract/pages.ts'

// Words that sound official, are paths (or may become paths), or are special keys of JavaScript objects.
const names = `
__proto__ about abuse account accounts activity admin administrator album albums all anonymous api app apps assets
auth billing blog bot constructor contact create deleted demo dev docs edit email events everyone faq feed follow
followers following forgot-password help home image images info legal live livez logout mail me media messages metrics
moderator moderators null official offline openapi owner pawtrait pay payment payments pet photo photos places post
premium press profiles prototype readyz register reports reset root rss save saves search security session sessions
share signin signout staff static status story suggestions superuser support sw system tag team terms test undefined
uploads user username usernames users vitals webmaster welcome www you
`

export const reservedUsernames: ReadonlySet<string> = new Set([
  ...names.trim().split(/\s+/),
  ...pageDefinitions.map(({ path }) => path.split('/')[1] ?? ''),
])
