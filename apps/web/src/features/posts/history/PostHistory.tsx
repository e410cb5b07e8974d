import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import type { Post, PostEdit } from '@pawtrait/contract/posts.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { audienceChangeSentences } from '#i18n/en/by-value/posts/audience-change-sentences.ts'
import { postChangeSentences } from '#i18n/en/by-value/posts/post-change-sentences.ts'
import { replyControlChangeSentences } from '#i18n/en/by-value/posts/reply-control-change-sentences.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatExactTime } from '#lib/time/time.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { LoadMoreButton } from '#ui/lists/LoadMoreButton.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './PostHistory.module.css'
import { listChangeLines, type PostChangeLine, postEditsQuery } from './post-edits.ts'
import { diffWords } from './word-diff.ts'

/** Edit history of the viewer's own post, with the newest edit first and the original post last. */
export function PostHistory({ post }: { post: Post }) {
  const t = useTranslate()
  const list = useInfiniteQuery(postEditsQuery(post.id))
  return (
    <QueryContent query={list} failed={t(phrases.posts.editHistoryLoadFailed)}>
      {({ pages }) => (
        <div className={styles.versions}>
          <Versions
            post={post}
            edits={pages.flatMap(({ edits }) => edits)}
            pets={pages.flatMap(({ pets }) => pets)}
            isWhole={!list.hasNextPage}
          />
          <LoadMoreButton list={list} label={t(phrases.posts.earlierEdits)} />
        </div>
      )}
    </QueryContent>
  )
}

type VersionsProps = { post: Post; edits: readonly PostEdit[]; pets: readonly PetCard[]; isWhole: boolean }

function Versions({ post, edits, pets, isWhole }: VersionsProps) {
  const names = new Map(pets.map(({ id, name }) => [id, name]))
  const first = edits.at(-1)?.before ?? { caption: post.caption, photos: post.photos }
  return (
    <ol>
      {edits.map((edit, at) => (
        <Version
          key={edit.at}
          title={at === 0 ? phrases.posts.currentVersionTitle : phrases.posts.editedVersionTitle}
          at={edit.at}
          edit={edit}
          lines={listChangeLines(edit.before, edit.after, (pet) => names.get(pet))}
        />
      ))}
      {isWhole && (
        <Version
          title={phrases.posts.firstVersionTitle}
          at={post.postedAt}
          words={first.caption}
          count={first.photos.length}
        />
      )}
    </ol>
  )
}

type VersionProps = {
  title:
    | typeof phrases.posts.currentVersionTitle
    | typeof phrases.posts.editedVersionTitle
    | typeof phrases.posts.firstVersionTitle
  at: string
} & ({ edit: PostEdit; lines: PostChangeLine[] } | { words: string; count: number })

function Version({ title, at, ...what }: VersionProps) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const time = formatExactTime(at, locale, timeZone)
  const sentence =
    'edit' in what
      ? what.lines.map((line) => describeLine(t, line))
      : [t(phrases.posts.photoCount, { count: what.count })]
  return (
    <li className={styles.version}>
      <div className={styles.card}>
        <b>
          <time dateTime={at}>{t(title, { when: time })}</time>
        </b>
        <p dir="auto" className={styles.words}>
          {'edit' in what ? <Changes edit={what.edit} /> : what.words || t(phrases.posts.noCaption)}
        </p>
        {sentence.length > 0 && (
          <ul className={styles.lines}>
            {sentence.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}

function Changes({ edit: { before, after } }: { edit: PostEdit }) {
  const t = useTranslate()
  const runs = diffWords(before.caption, after.caption)
  if (runs.length === 0) return t(phrases.posts.noCaption)
  return runs.map(({ kind, text }, at) =>
    kind === 'same' ? (
      <span key={at}>{text}</span>
    ) : kind === 'added' ? (
      <ins key={at}>{text}</ins>
    ) : (
      <del key={at}>{text}</del>
    ),
  )
}

function describeLine(t: TranslateFunction, line: PostChangeLine): string {
  switch (line.what) {
    case 'photosAdded':
      return t(postChangeSentences.photosAdded, { count: line.count })
    case 'photosRemoved':
      return t(postChangeSentences.photosRemoved, { count: line.count })
    case 'first':
      return t(postChangeSentences.first, { number: line.number })
    case 'cut':
      return t(postChangeSentences.cut, { number: line.number })
    case 'adjusted':
      return t(postChangeSentences.adjusted, { number: line.number })
    case 'described':
      return t(postChangeSentences.described, { number: line.number })
    case 'undescribed':
      return t(postChangeSentences.undescribed, { number: line.number })
    case 'tagged':
      return t(postChangeSentences.tagged, { pet: line.pet })
    case 'untagged':
      return t(postChangeSentences.untagged, { pet: line.pet })
    case 'place':
      return t(postChangeSentences.place, { place: line.place })
    case 'audience':
      return t(audienceChangeSentences[line.audience])
    case 'replies':
      return t(replyControlChangeSentences[line.replies])
    case 'reordered':
    case 'newFirst':
    case 'placeRemoved':
      return t(postChangeSentences[line.what])
  }
}
