/** What the bundler tells of a module, as far as it is asked here. */
type Modules = { getModuleInfo: (id: string) => ModuleInfo | null }
type ModuleInfo = { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] }

const nameOf = (id: string) => id.replace(/^.*\/|\.tsx?$/g, '')

// Pages of posts and people, which people go to and fro between.
const LISTS = ['FeedPage', 'PostPage', 'TagPage', 'UserPage', 'ProfilePage', 'PetPage', 'SearchPage', 'FollowersPage']
const POSTS = ['FeedPage', 'PostPage']
// What is fetched later on a page of posts finds there what it shares with it.
const LATER = [
  'PostMenuList',
  'DeletePostDialog',
  'CommentForm',
  'EditComment',
  'DeleteCommentDialog',
  'PostGone',
  'FeedSkeleton',
]
// What the first two of a line need, and besides them at most the others.
const TOGETHER: Record<string, [string, string, ...string[]]> = {
  composing: ['CreatePage', 'EditPostPage', 'DraftEditor', 'DraftKept', 'UploadList'],
  stories: ['FeedPage', 'StoryPage', 'NewStoryPage', 'PetPage', 'StoryViewer', 'SeenPanel'],
  writing: ['FeedPage', 'CommentForm', 'EditComment', 'ReplyNote'],
  news: ['FeedPage', 'NotificationsPage', 'ArrivedPill'],
}
const FORMS = ['EditPetPage', 'NewPetPage', 'EditProfilePage']

/**
 * In which file a module of ours travels, by which pages need it, or the app's start (their names). Small files
 * compress badly and each costs a request: what is needed together travels together, at the price of a little that a
 * page does not need. What a module imports is needed by the same pages or more, so no two files import each other.
 * Null leaves it to the bundler.
 */
export function chunkFor(needed: ReadonlySet<string>): string | null {
  // What the entry needs itself comes before everything.
  if (needed.has('entry-browser')) return null
  if (needed.has('start-app')) return 'core'
  // An icon or a word: too little for a file.
  if (needed.has('Shell') && needed.size > 1) return 'core'
  const isWithin = (names: readonly string[]) => needed.size > 1 && [...needed].every((name) => names.includes(name))
  if (needed.has('PostPage') && isWithin([...POSTS, ...LATER])) return 'post'
  if (isWithin(FORMS)) return 'forms'
  for (const [file, [first, second, ...others]] of Object.entries(TOGETHER))
    if (needed.has(first) && needed.has(second) && isWithin([first, second, ...others])) return file
  if (POSTS.every((name) => needed.has(name))) return 'core'
  // A lone post is what strangers come to first: it does without what only lists need.
  const lists = LISTS.filter((name) => needed.has(name)).length
  // What three times as many others need would bring them all that lists need.
  if (lists >= 4) return needed.has('PostPage') || lists * 4 < needed.size ? 'core' : 'lists'
  return needed.has('PaySheet') && (needed.has('CreatePage') || needed.has('EditProfilePage')) ? 'fields' : null
}

/** `chunkFor` of a module by its id. Follows the imports of the entry and of everything it loads later, once. */
export function chunksOf(entry: string, modules: Modules): (id: string) => string | null {
  const needed = new Map<string, Set<string>>()
  const roots = new Set([entry])
  // Grows while it is walked through.
  for (const root of roots) {
    const { reached, later } = reachableFrom(root, modules)
    for (const id of later) roots.add(id)
    // The page of all components needs everything, and nobody but a developer loads it.
    if (nameOf(root) === 'UiPage') continue
    for (const id of reached) needed.set(id, (needed.get(id) ?? new Set()).add(nameOf(root)))
  }
  // The entry waits for the start by itself.
  return (id) => (nameOf(id) === 'start-app' ? null : chunkFor(needed.get(id) ?? new Set()))
}

function reachableFrom(root: string, modules: Modules): { reached: Set<string>; later: string[] } {
  const reached = new Set([root])
  const later: string[] = []
  for (const id of reached) {
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) reached.add(imported)
    later.push(...(info?.dynamicallyImportedIds ?? []))
  }
  return { reached, later }
}
