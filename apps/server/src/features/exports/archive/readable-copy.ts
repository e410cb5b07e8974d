import { formatInstant } from '#platform/text/time-zone.ts'
import type { ArchivedPhotos } from './archive-photos.ts'
import { copyStyle } from './copy-style.ts'
import { type Html, html } from './html.ts'
import type { RowFile } from './snapshot-rows.ts'
import { rowsWithPhotos } from './write-data.ts'

// Rows as the features' `export-queries.ts` shape them, with their photos: as much of them as the page shows.
type Picture = { file: string | null }
type Named = { name: string }
type Account = { username: string; fullname: string; bio: string; timeZone: string; picture: Picture | null }
type Said = { author: string; text: string; createdAt: string }
type Post = {
  postedAt: string
  archivedAt: string | null
  caption: string
  place: string
  audience: string
  photos: (Picture & { alt: string })[]
  pets: Named[]
  comments: Said[]
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
  tributes: Said[]
}
type Story = { postedAt: string; caption: string; alt: string; photo: Picture }
type Comment = { text: string; createdAt: string; postAuthor: string | null; postCaption: string; address: string }
type Draft = { updatedAt: string; caption: string; photos: (Picture & { alt: string })[] }
type Seen = { author: string | null; caption: string; address: string; createdAt: string }
type Follow = { direction: 'following' | 'follower'; username: string; createdAt: string }
type PetFollow = Named & { createdAt: string }

type Say = (iso: string) => string

const audiences: Record<string, string> = {
  everyone: 'for everyone',
  followers: 'for followers',
  'close-friends': 'for close friends',
}

const missing = html`<p class="missing">This photo is not in the copy.</p>`

const photo = ({ file }: Picture, alt: string) =>
  file === null ? missing : html`<a href="${file}"><img src="${file}" alt="${alt}" loading="lazy"></a>`

const said = (say: Say) => (one: Said) =>
  html`<li><b>@${one.author}</b> ${one.text} <time datetime="${one.createdAt}">${say(one.createdAt)}</time></li>`

const list = (items: readonly Html[]) => (items.length > 0 ? html`<ul>${items}</ul>` : null)

function post(one: Post, say: Say): Html {
  const facts = [audiences[one.audience] ?? one.audience, ...(one.archivedAt ? ['archived'] : [])]
  const pets = one.pets.map(({ name }) => name).join(', ')
  return html`<article>
<div class="photos">${one.photos.map((each) => photo(each, each.alt))}</div>
<p class="words">${one.caption}</p>
<p class="facts"><time datetime="${one.postedAt}">${say(one.postedAt)}</time>, ${facts.join(', ')}${
    one.place ? html`, ${one.place}` : null
  }${pets ? html`, with ${pets}` : null}</p>
${list(one.comments.map(said(say)))}
</article>
`
}

const daysOf = ({ birthday, gotchaDay, diedOn }: Pet) => [
  birthday && `birthday ${birthday}`,
  gotchaDay && `gotcha day ${gotchaDay}`,
  diedOn && `died ${diedOn}`,
]

const pet = (one: Pet, say: Say) => html`<article>
<h3>${one.name}</h3>
${one.portrait ? html`<div class="photos">${photo(one.portrait, `Portrait of ${one.name}`)}</div>` : null}
<p class="facts">${[one.species, one.breed, `you are its ${one.role}`, ...daysOf(one)].filter(Boolean).join(', ')}</p>
<p class="words">${one.bio}</p>
${list(one.tributes.map(said(say)))}
</article>
`

const story = (one: Story, say: Say) => html`<article>
<div class="photos">${photo(one.photo, one.alt)}</div>
<p class="words">${one.caption}</p>
<p class="facts"><time datetime="${one.postedAt}">${say(one.postedAt)}</time></p>
</article>
`

const when = (at: string, say: Say) => html`<time datetime="${at}">${say(at)}</time>`

const MOST_LETTERS = 80

/** Another's post, by its address: with as many of its words as say which it is. */
function postNamed({ author, caption, address }: { author: string | null; caption: string; address: string }): Html {
  if (author === null) return html`a post you can’t see any more`
  // By characters: half of an emoji is none.
  const letters = Array.from(caption)
  const words = letters.length > MOST_LETTERS ? `${letters.slice(0, MOST_LETTERS).join('').trimEnd()}…` : caption
  return html`<a href="${address}">a post of @${author}</a>${words && html`: “${words}”`}`
}

const comment = ({ postAuthor: author, postCaption: caption, ...one }: Comment, say: Say) =>
  html`<li>${one.text} <span class="facts">below ${postNamed({ author, caption, address: one.address })}
${when(one.createdAt, say)}</span></li>
`

const seen = (one: Seen, say: Say) => html`<li>${postNamed(one)} ${when(one.createdAt, say)}</li>
`

const draft = (one: Draft, say: Say) => html`<article>
<div class="photos">${one.photos.map((each) => photo(each, each.alt))}</div>
<p class="words">${one.caption}</p>
<p class="facts">Saved ${when(one.updatedAt, say)}</p>
</article>
`

const follow = ({ direction, username, createdAt }: Follow, say: Say) =>
  html`<li>${direction === 'following' ? 'You follow' : 'Followed by'} @${username} ${when(createdAt, say)}</li>
`

const petFollow = ({ name, createdAt }: PetFollow, say: Say) =>
  html`<li>You follow ${name}, a pet ${when(createdAt, say)}</li>
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

// No script runs in it and nothing is fetched from anywhere, whatever somebody wrote.
const policy = "default-src 'none'; img-src 'self' file:; style-src 'unsafe-inline'"

const head = ({ fullname, username, bio, picture }: Account, site: string, madeAt: string) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="color-scheme" content="light dark"><title>${fullname} on Pawtrait</title>
<style>${copyStyle}</style></head><body>
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

/**
 * A copy to be read without us: one page, opened from the disk. Posts oldest first, written as they are read, for there
 * may be many thousand.
 */
export async function* readableCopy(
  files: readonly RowFile[],
  photos: ArchivedPhotos,
  { now, site, timeZone }: { now: Date; site: string; timeZone: string },
): AsyncGenerator<string> {
  // The features shape their rows as the types above say; the journey of an export reads the page.
  const rowsOf = <Shape>(name: string) => rowsWithPhotos(files, name, photos) as unknown as AsyncIterable<Shape>
  let account: Account | undefined
  for await (const row of rowsOf<Account>('account')) account = row
  if (!account) throw new Error('whose export it is, is gone')
  const say: Say = (iso) => formatInstant(iso, account.timeZone, timeZone)
  yield head(account, site, say(now.toISOString())).text
  yield opening('posts').text
  for await (const row of rowsOf<Post>('posts')) yield post(row, say).text
  yield html`</section>${opening('pets')}`.text
  for await (const row of rowsOf<Pet>('pets')) yield pet(row, say).text
  yield html`</section>${opening('stories')}`.text
  for await (const row of rowsOf<Story>('stories')) yield story(row, say).text
  yield html`</section>${opening('drafts')}`.text
  for await (const row of rowsOf<Draft>('drafts')) yield draft(row, say).text
  yield html`</section>${opening('comments')}<ul>`.text
  for await (const row of rowsOf<Comment>('comments')) yield comment(row, say).text
  yield html`</ul></section>${opening('likes')}<ul>`.text
  for await (const row of rowsOf<Seen>('likes')) yield seen(row, say).text
  yield html`</ul></section>${opening('saves')}<ul>`.text
  for await (const row of rowsOf<Seen>('saves')) yield seen(row, say).text
  yield html`</ul></section>${opening('follows')}<ul>`.text
  for await (const row of rowsOf<Follow>('follows')) yield follow(row, say).text
  for await (const row of rowsOf<PetFollow>('pet-follows')) yield petFollow(row, say).text
  yield html`</ul></section>${opening('files')}<p>Everything as data: a list is a file.
Empty ones are in the ZIP too.</p>
<ul>${files.filter(({ count }) => count > 0).map(fileRow)}</ul></section></main></body></html>
`.text
}
