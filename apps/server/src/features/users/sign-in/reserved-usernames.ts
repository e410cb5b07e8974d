// Words that are addresses of the app, speak in its name, would be read as somebody in charge, or mean something to a
// program that keeps names as keys.
const words = `
__proto__ about abuse account accounts activity admin administrator album albums all anonymous api app apps assets
auth billing blog bot constructor contact create dashboard deleted demo dev docs edit email events everyone explore
faq feed follow followers following forgot forgot-password help home image images info legal live livez login logout
mail me media messages metrics moderation moderator moderators notifications null official offline openapi owner
pawtrait pay payment payments pet pets photo photos places post posts premium press privacy profile profiles prototype
readyz register reports reset reset-signin root rss rules safety save saves search security session sessions settings
share signin signout signup staff static status stories story suggestions superuser support sw system tag tags team
terms test transparency undefined uploads user username usernames users vitals webmaster welcome www you
`

/** Usernames nobody can take. */
export const reservedUsernames: ReadonlySet<string> = new Set(words.trim().split(/\s+/))
