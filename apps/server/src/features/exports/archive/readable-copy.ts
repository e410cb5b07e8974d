import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import { formatInstant } from '#platform/text/time-zone.ts'
import type { ArchivedPhotosById } from './archive-photos.ts'
import { type Html, html } from './html.ts'
import { readableCopyStyle } from './readable-copy-style.ts'
import type { RowFile } from './row-files.ts'
import { readRowsWithPhotos } from './write-data-files.ts'

// Types of exported rows, with the fields that the page shows. Each feature's `export-queries.ts` selects them.
type Picture = { file: string | null }
type Named = { name: string }
type Account = { username: string; fullname: string; bio: string; timeZone: string; picture: Picture | null }
type Remark = { author: string; text: string; createdAt: string }
type Post = {
  postedAt: string
  archivedAt: string | null
  caption: string
  place: string
  audience: string
  photos: (Picture & { alt: string })[]
  pets: Named[]
  comments: Remark[]
}
type Pet = Named & {
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
type Seen = { author: string | null; caption: string; address: string; createdAt: string }
type Follow = { direction: 'following' | 'follower'; username: string; createdAt: string }
type PetFollow = Named & { createdAt: string }

type FormatTime = (iso: string) => string

const audiences: Record<string, string> = {
  everyone: 'for everyone',
  followers: 'for followers',
  'close-friends': 'for close friends',
}

const missing = html`<p class="missing">This photo is not in the copy.</p>`

const photo = ({ file }: Picture, alt: string) =>
  file === null ? missing : html`<a href="${file}"><img src="${file}" alt="${alt}" loading="lazy"></a>`

const remarkItem = (formatTime: FormatTime) => (remark: Remark) => {
  const { author, text, createdAt } = remark
  return html`<li><b>@${author}</b> ${text} <time datetime="${createdAt}">${formatTime(createdAt)}</time></li>`
}

const list = (items: readonly Html[]) => (items.length > 0 ? html`<ul>${items}</ul>` : null)

function post(row: Post, formatTime: FormatTime): Html {
  const facts = [audiences[row.audience] ?? row.audience, ...(row.archivedAt ? ['archived'] : [])]
  const pets = row.pets.map(({ name }) => name).join(', ')
  return html`<article>
<div class="photos">${row.photos.map((each) => photo(each, each.alt))}</div>
<p class="words">${row.caption}</p>
<p class="facts"><time datetime="${row.postedAt}">${formatTime(row.postedAt)}</time>, ${facts.join(', ')}${
    row.place ? html`, ${row.place}` : null
  }${pets ? html`, with ${pets}` : null}</p>
${list(row.comments.map(remarkItem(formatTime)))}
</article>
`
}

const daysOf = ({ birthday, gotchaDay, diedOn }: Pet) => [
  birthday && `birthday ${birthday}`,
  gotchaDay && `gotcha day ${gotchaDay}`,
  diedOn && `died ${diedOn}`,
]

const pet = (row: Pet, formatTime: FormatTime) => html`<article>
<h3>${row.name}</h3>
${row.portrait ? html`<div class="photos">${photo(row.portrait, `Portrait of ${row.name}`)}</div>` : null}
<p class="facts">${[row.species, row.breed, `you are its ${row.role}`, ...daysOf(row)].filter(Boolean).join(', ')}</p>
<p class="words">${row.bio}</p>
${list(row.tributes.map(remarkItem(formatTime)))}
</article>
`

const story = (row: Story, formatTime: FormatTime) => html`<article>
<div class="photos">${photo(row.photo, row.alt)}</div>
<p class="words">${row.caption}</p>
<p class="facts"><time datetime="${row.postedAt}">${formatTime(row.postedAt)}</time></p>
</article>
`

const when = (at: string, formatTime: FormatTime) => html`<time datetime="${at}">${formatTime(at)}</time>`

const MAX_LETTERS = 80

function postNamed({ author, caption, address }: { author: string | null; caption: string; address: string }): Html {
  if (author === null) return html`a post you can’t see any more`
  const words = truncateWithEllipsis(caption, MAX_LETTERS)
  return html`<a href="${address}">a post of @${author}</a>${words && html`: “${words}”`}`
}

const comment = ({ postAuthor: author, postCaption: caption, ...row }: Comment, formatTime: FormatTime) =>
  html`<li>${row.text} <span class="facts">below ${postNamed({ author, caption, address: row.address })}
${when(row.createdAt, formatTime)}</span></li>
`

const seen = (row: Seen, formatTime: FormatTime) => html`<li>${postNamed(row)} ${when(row.createdAt, formatTime)}</li>
`

const draft = (row: Draft, formatTime: FormatTime) => html`<article>
<div class="photos">${row.photos.map((each) => photo(each, each.alt))}</div>
<p class="words">${row.caption}</p>
<p class="facts">Saved ${when(row.updatedAt, formatTime)}</p>
</article>
`

const follow = ({ direction, username, createdAt }: Follow, formatTime: FormatTime) =>
  html`<li>${direction === 'following' ? 'You follow' : 'Followed by'} @${username} ${when(createdAt, formatTime)}</li>
`

const petFollow = ({ name, createdAt }: PetFollow, formatTime: FormatTime) =>
  html`<li>You follow ${name}, a pet ${when(createdAt, formatTime)}</li>
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
const policy = "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'"

const head = ({ fullname, username, bio, picture }: Account, site: string, madeAt: string) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark"><title>${fullname} on Pawtrait</title>
<style>${readableCopyStyle}</style></head><body>
<header>${picture?.file ? html`<img class="face" src="${picture.file}" alt="">` : null}
<h1>${fullname}</h1><p class="facts">@${username}. Copied from ${site} on ${madeAt}.</p><p class="words">${bio}</p>
<nav aria-label="Parts of this copy">${sections.map(([id, words]) => html`<a href="#${id}">${words}</a> `)}</nav>
</header><main>
`

const opening = (id: (typeof sections)[number][0]) =>
  html`<section aria-labelledby="${id}"><h2 id="${id}">${new Map(sections).get(id) ?? ''}</h2>
`

const fileRow = ({ name, count, csv }: RowFile) =>
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
  const rowsOf = <Shape>(name: string) => readRowsWithPhotos(files, name, photos) as unknown as AsyncIterable<Shape>
  let account: Account | undefined
  for await (const row of rowsOf<Account>('account')) account = row
  if (!account) throw new Error('the export has no row of its account')
  const formatTime: FormatTime = (iso) => formatInstant(iso, account.timeZone, timeZone)
  yield head(account, site, formatTime(now.toISOString())).text
  yield opening('posts').text
  for await (const row of rowsOf<Post>('posts')) yield post(row, formatTime).text
  yield html`</section>${opening('pets')}`.text
  for await (const row of rowsOf<Pet>('pets')) yield pet(row, formatTime).text
  yield html`</section>${opening('stories')}`.text
  for await (const row of rowsOf<Story>('stories')) yield story(row, formatTime).text
  yield html`</section>${opening('drafts')}`.text
  for await (const row of rowsOf<Draft>('drafts')) yield draft(row, formatTime).text
  yield html`</section>${opening('comments')}<ul>`.text
  for await (const row of rowsOf<Comment>('comments')) yield comment(row, formatTime).text
  yield html`</ul></section>${opening('likes')}<ul>`.text
  for await (const row of rowsOf<Seen>('likes')) yield seen(row, formatTime).text
  yield html`</ul></section>${opening('saves')}<ul>`.text
  for await (const row of rowsOf<Seen>('saves')) yield seen(row, formatTime).text
  yield html`</ul></section>${opening('follows')}<ul>`.text
  for await (const row of rowsOf<Follow>('follows')) yield follow(row, formatTime).text
  for await (const row of rowsOf<PetFollow>('pet-follows')) yield petFollow(row, formatTime).text
  yield html`</ul></section>${opening('files')}<p>Everything as data: a list is a file.
Empty ones are in the ZIP too.</p>
<ul>${files.filter(({ count }) => count > 0).map(fileRow)}</ul></section></main></body></html>
`.text
}
