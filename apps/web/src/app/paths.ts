/** Every address of the site in one place; people share these. */
export const paths = {
  landing: '/',
  signUp: '/signup',
  logIn: (next?: string) => (next ? `/login?next=${encodeURIComponent(next)}` : '/login'),
  feed: '/dashboard',
  create: '/dashboard/create',
  search: (q?: string, type?: string) => {
    const query = new URLSearchParams({ ...(q && { q }), ...(type && { type }) })
    return query.size > 0 ? `/dashboard/search?${query}` : '/dashboard/search'
  },
  premium: '/dashboard/premium',
  hidden: '/settings/hidden',
  blocked: '/settings/blocked',
  payments: '/settings/payments',
  receipt: (number: string) => `/receipts/${number}`,
  profile: '/dashboard/profile',
  editProfile: '/profile/edit',
  settings: '/settings',
  privacy: '/privacy',
  safety: '/safety',
  newPet: '/pets/new',
  pet: (slug: string) => `/pets/${slug}`,
  editPet: (slug: string) => `/pets/${slug}/edit`,
  petPeople: (slug: string) => `/pets/${slug}/people`,
  petInvite: (slug: string) => `/pets/${slug}/invite`,
  invitation: (id: string) => `/invitations/${id}`,
  inviteLink: '/invitations/link',
  user: (username: string) => `/@${username}`,
  followers: (username: string) => `/@${username}/followers`,
  following: (username: string) => `/@${username}/following`,
  post: (id: string) => `/posts/${id}`,
  tag: (tag: string) => `/tags/${encodeURIComponent(tag)}`,
} as const
