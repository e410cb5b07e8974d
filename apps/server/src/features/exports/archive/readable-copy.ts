import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import type { ArchivedPhotosById } from './archive-photos.ts'
import { type Html, html } from './html.ts'
import { readableCopyStyle } from './readable-copy-style.ts'
import type { RowFile } from './row-files.ts'
import { readRowsWithPhotos } from './write-data-files.ts'

// Types of exported rows, with the fields that the page shows. Each feature's `export-queries.ts` selects them.
type Picture = { file: string | null }
type NamedRow = { name: string }
type Account = { username: string; fullname: string; bio: string; timeZone: string; picture: Picture | null }
type Remark = { author: string; text: string; createdAt: string }
type Post = {
  postedAt: string
  archivedAt: string | null
  caption: string
  place: string
  audience: string
  photos: (Picture & { alt: string })[]
  pets: NamedRow[]
  comments: Remark[]
}
type Pet = NamedRow & {
  species: string
  breed: string
  bio: string
  role: string
  birthday: string | null
  gotchaDay: string | null
  diedOn: string | null
  portrait: Picture | null
  tributes: Remark[]
}
type Story = { postedAt: string; caption: string; alt: string; photo: Picture }
type Comment = { text: string; createdAt: string; postAuthor: string | null; postCaption: string; address: string }
type Draft = { updatedAt: string; caption: string; photos: (Picture & { alt: string })[] }
type PostReference = { author: string | null; caption: string; address: string; createdAt: string }
type Follow = { direction: 'following' | 'follower'; username: string; createdAt: string }
type PetFollow = NamedRow & { createdAt: string }

type FormatTime = (iso: string) => string

const audiences: Record<string, string> = {
  everyone: 'for everyone',
  followers: 'for followers',
  'close-friends': 'for close friends',
}

const missingPhoto = html`<p class="missing">This photo is not in the copy.</p>`

const renderPhoto = ({ file }: Picture, alt: string) =>
  file === null ? missingPhoto : html`<a href="${file}"><img src="${file}" alt="${alt}" loading="lazy"></a>`

const createRemarkRenderer = (formatTime: FormatTime) => (remark: Remark) => {
  const { author, text, createdAt } = remark
  return html`<li><b>@${author}</b> ${text} <time datetime="${createdAt}">${formatTime(createdAt)}</time></li>`
}

const renderList = (items: readonly Html[]) => (items.length > 0 ? html`<ul>${items}</ul>` : null)

function renderPost(row: Post, formatTime: FormatTime): Html {
  const facts = [audiences[row.audience] ?? row.audience, ...(row.archivedAt ? ['archived'] : [])]
  const pets = row.pets.map(({ name }) => name).join(', ')
  return html`<article>
<div class="photos">${row.photos.map((picture) => renderPhoto(picture, picture.alt))}</div>
<p class="words">${row.caption}</p>
<p class="facts"><time datetime="${row.postedAt}">${formatTime(row.postedAt)}</time>, ${facts.join(', ')}${
    row.place ? html`, ${row.place}` : null
  }${pets ? html`, with ${pets}` : null}</p>
${renderList(row.comments.map(createRemarkRenderer(formatTime)))}
</article>
`
}

const formatPetDays = ({ birthday, gotchaDay, diedOn }: Pet) => [
  birthday && `birthday ${birthday}`,
  gotchaDay && `gotcha day ${gotchaDay}`,
  diedOn && `died ${diedOn}`,
]

const renderPet = (row: Pet, formatTime: FormatTime) => {
  const facts = [row.species, row.breed, `you are its ${row.role}`, ...formatPetDays(row)].filter(Boolean)
  return html`<article>
<h3>${row.name}</h3>
${row.portrait ? html`<div class="photos">${renderPhoto(row.portrait, `Portrait of ${row.name}`)}</div>` : null}
<p class="facts">${facts.join(', ')}</p>
<p class="words">${row.bio}</p>
${renderList(row.tributes.map(createRemarkRenderer(formatTime)))}
</article>
`
}

const renderStory = (row: Story, formatTime: FormatTime) => html`<article>
<div class="photos">${renderPhoto(row.photo, row.alt)}</div>
<p class="words">${row.caption}</p>
<p class="facts"><time datetime="${row.postedAt}">${formatTime(row.postedAt)}</time></p>
</article>
`

const renderTime = (at: string, formatTime: FormatTime) => html`<time datetime="${at}">${formatTime(at)}</time>`

const MAX_EXCERPT_LETTERS = 80

function renderPostLink({
  author,
  caption,
  address,
}: {
  author: string | null
  caption: string
  address: string
}): Html {
  if (author === null) return html`a post you can’t see any more`
  const excerpt = truncateWithEllipsis(caption, MAX_EXCERPT_LETTERS)
  return html`<a href="${address}">a post of @${author}</a>${excerpt && html`: “${excerpt}”`}`
}

const renderComment = ({ postAuthor: author, postCaption: caption, ...row }: Comment, formatTime: FormatTime) =>
  html`<li>${row.text} <span class="facts">below ${renderPostLink({ author, caption, address: row.address })}
${renderTime(row.createdAt, formatTime)}</span></li>
`

const renderPostReference = (
  row: PostReference,
  formatTime: FormatTime,
) => html`<li>${renderPostLink(row)} ${renderTime(row.createdAt, formatTime)}</li>
`

const renderDraft = (row: Draft, formatTime: FormatTime) => html`<article>
<div class="photos">${row.photos.map((picture) => renderPhoto(picture, picture.alt))}</div>
<p class="words">${row.caption}</p>
<p class="facts">Saved ${renderTime(row.updatedAt, formatTime)}</p>
</article>
`

const renderFollow = ({ direction, username, createdAt }: Follow, formatTime: FormatTime) => {
  const relation = direction === 'following' ? 'You follow' : 'Followed by'
  return html`<li>${relation} @${username} ${renderTime(createdAt, formatTime)}</li>
`
}

const renderPetFollow = ({ name, createdAt }: PetFollow, formatTime: FormatTime) =>
  html`<li>You follow ${name}, a pet ${renderTime(createdAt, formatTime)}</li>
`

const sections = [
  ['posts', 'Posts'],
  ['pets', 'Pets'],
  ['stories', 'Stories'],
  ['drafts', 'Drafts'],
  ['comments', 'What you said'],
  ['likes', 'What you liked'],
  ['saves', 'What you saved'],
  ['follows', 'Follows'],
  ['files', 'All files'],
] as const

// Content Security Policy: no scripts and no network requests, even if users' texts contain HTML.
const contentSecurityPolicy = "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'"

const renderHead = (
  { fullname, username, bio, picture }: Account,
  site: string,
  exportTime: string,
) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${contentSecurityPolicy}">
<meta name="color-scheme" content="light dark"><title>${fullname} on Pawtrait</title>
<style>${readableCopyStyle}</style></head><body>
<header>${picture?.file ? html`<img class="face" src="${picture.file}" alt="">` : null}
<h1>${fullname}</h1><p class="facts">@${username}. Copied from ${site} on ${exportTime}.</p><p class="words">${bio}</p>
<nav aria-label="Parts of this copy">${sections.map(([id, title]) => html`<a href="#${id}">${title}</a> `)}</nav>
</header><main>
`

const renderSectionStart = (id: (typeof sections)[number][0]) =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${new Map(sections).get(id) ?? ''}</h2>
`

const renderFileRow = ({ name, count, csv }: RowFile) =>
  html`<li><a href="${name}.json">${name}.json</a>${csv ? html`, <a href="${name}.csv">${name}.csv</a>` : null}
<span class="facts">${count}</span></li>
`

/** Yields the readable copy: one HTML page that works offline, oldest posts first. Streamed, to bound memory. */
export async function* renderReadableCopy(
  files: readonly RowFile[],
  photos: ArchivedPhotosById,
  { now, site, timeZone }: { now: Date; site: string; timeZone: string },
): AsyncGenerator<string> {
  // This cast is unchecked, but the end-to-end test of an export ensures that the row types match the export queries.
  const readRows = <Shape>(name: string) => readRowsWithPhotos(files, name, photos) as unknown as AsyncIterable<Shape>
  let account: Account | undefined
  for await (const row of readRows<Account>('account')) account = row
  if (!account) throw new Error('the export has no row of its account')
  const formatTime: FormatTime = (iso) => formatInstant(iso, account.timeZone, timeZone)
  yield renderHead(account, site, formatTime(now.toISOString())).text
  yield renderSectionStart('posts').text
  for await (const row of readRows<Post>('posts')) yield renderPost(row, formatTime).text
  yield html`</section>${renderSectionStart('pets')}`.text
  for await (const row of readRows<Pet>('pets')) yield renderPet(row, formatTime).text
  yield html`</section>${renderSectionStart('stories')}`.text
  for await (const row of readRows<Story>('stories')) yield renderStory(row, formatTime).text
  yield html`</section>${renderSectionStart('drafts')}`.text
  for await (const row of readRows<Draft>('drafts')) yield renderDraft(row, formatTime).text
  yield html`</section>${renderSectionStart('comments')}<ul>`.text
  for await (const row of readRows<Comment>('comments')) yield renderComment(row, formatTime).text
  yield html`</ul></section>${renderSectionStart('likes')}<ul>`.text
  for await (const row of readRows<PostReference>('likes')) yield renderPostReference(row, formatTime).text
  yield html`</ul></section>${renderSectionStart('saves')}<ul>`.text
  for await (const row of readRows<PostReference>('saves')) yield renderPostReference(row, formatTime).text
  yield html`</ul></section>${renderSectionStart('follows')}<ul>`.text
  for await (const row of readRows<Follow>('follows')) yield renderFollow(row, formatTime).text
  for await (const row of readRows<PetFollow>('pet-follows')) yield renderPetFollow(row, formatTime).text
  yield html`</ul></section>${renderSectionStart('files')}<p>Everything as data: a list is a file.
Empty ones are in the ZIP too.</p>
<ul>${files.filter(({ count }) => count > 0).map(renderFileRow)}</ul></section></main></body></html>
`.text
}
