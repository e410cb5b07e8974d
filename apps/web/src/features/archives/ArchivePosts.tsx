import { type Audience, audiences } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { audienceLabels } from '#i18n/en/by-value/posts/audience-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { Checkbox } from '#ui/forms/Checkbox.tsx'
import { RadioGroup } from '#ui/forms/RadioGroup.tsx'
import { SelectionBar } from '#ui/lists/SelectionBar.tsx'
import styles from './ArchivePosts.module.css'
import { PostTile } from './PostTile.tsx'
import type { Archive, ImportablePost } from './read-archive.ts'

type FetchConsentProps = {
  /** Servers from which the missing photos can be downloaded. */
  hosts: readonly string[]
  agreed: boolean
  onChange: (agreed: boolean) => void
}

type ArchivePostsProps = {
  archive: Archive
  known: ReadonlySet<string>
  onImport: (posts: ImportablePost[], audience: Audience) => void
}

/** List of an archive's posts with checkboxes, and the choice of their audience. */
export function ArchivePosts({ archive, known, onImport }: ArchivePostsProps) {
  const t = useTranslate()
  const { posts, hosts } = archive
  const importable = posts.filter(({ key }) => !known.has(key))
  // Initially selects only complete, non-sensitive posts. A post can be imported only once, so missing photos cannot be
  // added later.
  const [selectedKeys, setSelectedKeys] = useState<ReadonlySet<string>>(
    () => new Set(importable.filter(({ sensitive, missing }) => !sensitive && missing === 0).map(({ key }) => key)),
  )
  const [audience, setAudience] = useState<Audience>('followers')
  const [agreed, setAgreed] = useState(false)
  const selectedPosts = importable.filter(({ key }) => selectedKeys.has(key))
  return (
    <>
      <AudienceChoice audience={audience} onChange={setAudience} />
      {hosts.length > 0 && (
        <div className={styles.consent}>
          <FetchConsent hosts={hosts} agreed={agreed} onChange={setAgreed} />
        </div>
      )}
      <Toolbar
        count={selectedPosts.length}
        isHeld={!agreed && selectedPosts.some(isElsewhere)}
        onChoose={(all) => setSelectedKeys(new Set(all ? importable.map(({ key }) => key) : []))}
        onBegin={() => onImport(selectedPosts, audience)}
      />
      <ul className={styles.grid} aria-label={t(phrases.archives.postsInArchive)}>
        {posts.map((post) => (
          <PostTile
            key={post.key}
            post={post}
            isImported={known.has(post.key)}
            isSelected={!known.has(post.key) && selectedKeys.has(post.key)}
            onToggle={() => setSelectedKeys((now) => toggleKey(now, post.key))}
          />
        ))}
      </ul>
    </>
  )
}

type ToolbarProps = { count: number; isHeld: boolean; onChoose: (all: boolean) => void; onBegin: () => void }

function Toolbar({ count, isHeld, onChoose, onBegin }: ToolbarProps) {
  const t = useTranslate()
  return (
    <SelectionBar
      label={t(phrases.archives.postsToImport)}
      count={<span role="status">{t(phrases.archives.selectedCount, { count })}</span>}
    >
      <Button kind="ghost" small onClick={() => onChoose(true)}>
        {t(phrases.archives.selectAll)}
      </Button>
      <Button kind="ghost" small onClick={() => onChoose(false)}>
        {t(phrases.archives.selectNone)}
      </Button>
      <Button small disabled={count === 0 || isHeld} onClick={onBegin}>
        {t(phrases.archives.startImport)}
      </Button>
    </SelectionBar>
  )
}

function AudienceChoice({ audience, onChange }: { audience: Audience; onChange: (audience: Audience) => void }) {
  const t = useTranslate()
  return (
    <div className={styles.who}>
      <RadioGroup
        legend={t(phrases.archives.importAudienceLegend)}
        showLegend
        name="audience"
        options={audiences.map((value) => ({ value, label: t(audienceLabels[value]) }))}
        value={audience}
        onChange={onChange}
      />
      <p className="muted small">{t(phrases.archives.audienceHelp)}</p>
    </div>
  )
}

/** Returns whether the archive lacks some photos of the post. The server must then download them. */
const isElsewhere = ({ photos }: ImportablePost) => photos.some(({ entry }) => entry === null)

function toggleKey(chosen: ReadonlySet<string>, key: string): Set<string> {
  const next = new Set(chosen)
  if (!next.delete(key)) next.add(key)
  return next
}

/** Checkbox for consent to download photos from other servers. Its help text explains the privacy effect. */
function FetchConsent({ hosts, agreed, onChange }: FetchConsentProps) {
  const t = useTranslate()
  const list = new Intl.ListFormat(useLocale())
  return (
    <Checkbox
      label={t(phrases.archives.fetchPhotosFrom, { hosts: list.format(hosts) })}
      help={t(phrases.archives.fetchPhotosHelp)}
      checked={agreed}
      onChange={({ target }) => onChange(target.checked)}
    />
  )
}
