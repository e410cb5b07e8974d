import type { importPost } from '@pawtrait/contract/archives.ts'
import type { Answer, Sent } from '@pawtrait/contract/endpoint.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { maxPhotoBytes, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { type Audience, audiences } from '@pawtrait/contract/posts.ts'
import type { Upload } from '#features/media/upload-photo.ts'
import { CallError } from '#lib/server/call.ts'
import type { FoundPhoto, FoundPost } from './read-archive.ts'
import { readEntry, type Slices, type ZipEntry, ZipError } from './zip-entries.ts'

/** How a post fared; `known`: it was here before. */
export type Outcome = 'sending' | 'brought' | 'known' | 'failed'

/** How far an import is. `offline` goes on by itself with the connection, `paused` and `refused` when told to. */
export type Bringing = {
  step: 'running' | 'offline' | 'paused' | 'refused' | 'done'
  total: number
  outcomes: ReadonlyMap<string, Outcome>
  /** Photos that were left behind, by their paths, and why; null: the archive is damaged there. */
  left: { path: string; error: CallError | null }[]
  /** Why it stopped. */
  error: CallError | null
}

/** The server, as an import needs it. */
export type Doors = {
  sendPhoto: (file: File) => Promise<Upload>
  /** Has the server fetch a photo from an address. */
  fetchPhoto: (url: string) => Promise<OwnPhoto>
  importPost: (body: Sent<typeof importPost>['body']) => Promise<Answer<typeof importPost>>
}

export type Plan = { zip: Slices; posts: readonly FoundPost[]; audience: Audience }

/** An import under way. */
export type Run = { pause: () => void; goOn: () => void; cancel: () => void }

// What is wrong with one photo or one post; anything else would refuse the next one too.
// Not found: the old server did not give it.
const photoFaults = [
  'not-found',
  'too-large',
  'unsupported-media-type',
  'too-many-pixels',
  'unreadable-photo',
  'picture-taken-down',
]
const postFaults = ['validation-failed', 'conflict', 'not-found', 'unreadable-photo', 'picture-taken-down']

const isOneOf = (codes: string[], error: unknown): error is CallError =>
  error instanceof CallError && codes.includes(error.code)

/** Nobody sees a post who could not see it there. */
export const narrower = (one: Audience, other: Audience): Audience =>
  audiences[Math.max(audiences.indexOf(one), audiences.indexOf(other))] ?? 'close-friends'

class Cancelled extends Error {}

/**
 * Sends posts one after the other, each with its photos, and says how far it is. Whatever happens, what has arrived
 * stays, and the same import begun again goes on where this one ended.
 */
export function bringPosts(plan: Plan, doors: Doors, onChange: (now: Bringing) => void): Run {
  const run = new PostsRun(plan, doors, onChange)
  void run.all()
  return { pause: () => run.pause(), goOn: () => run.goOn(), cancel: () => run.cancel() }
}

class PostsRun {
  private readonly plan: Plan
  private readonly doors: Doors
  private readonly onChange: (now: Bringing) => void
  private now: Bringing
  private wake = () => {}
  private isCancelled = false
  private upload: Upload | null = null
  /** Photos whose post is not made yet. */
  private readonly sent = new Map<FoundPhoto, PhotoId>()

  constructor(plan: Plan, doors: Doors, onChange: (now: Bringing) => void) {
    this.plan = plan
    this.doors = doors
    this.onChange = onChange
    this.now = { step: 'running', total: plan.posts.length, outcomes: new Map(), left: [], error: null }
    onChange(this.now)
  }

  async all() {
    const comeOnline = () => this.now.step === 'offline' && this.goOn()
    window.addEventListener('online', comeOnline)
    try {
      for (const post of this.plan.posts) {
        this.mark(post, 'sending')
        this.mark(post, await this.settle(post))
      }
      this.change({ step: 'done' })
    } catch (error) {
      if (!(error instanceof Cancelled)) throw error
    } finally {
      window.removeEventListener('online', comeOnline)
    }
  }

  pause() {
    if (this.now.step === 'running') this.change({ step: 'paused' })
  }

  goOn() {
    if (this.now.step === 'done') return
    this.change({ step: 'running', error: null })
    this.wake()
  }

  cancel() {
    this.isCancelled = true
    this.upload?.cancel()
    this.wake()
  }

  private change(to: Partial<Bringing>) {
    this.now = { ...this.now, ...to }
    if (!this.isCancelled) this.onChange(this.now)
  }

  private mark(post: FoundPost, outcome: Outcome) {
    this.change({ outcomes: new Map(this.now.outcomes).set(post.key, outcome) })
  }

  /** Waits for as long as it is held. @throws Cancelled */
  private async turn() {
    while (this.now.step !== 'running' && !this.isCancelled)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    if (this.isCancelled) throw new Cancelled()
  }

  /** The post until it came or cannot come; what would stop every other too holds it back, and it is tried again. */
  private async settle(post: FoundPost): Promise<Outcome> {
    for (;;) {
      const leftBefore = this.now.left
      try {
        return await this.bring(post)
      } catch (error) {
        if (this.isCancelled || error instanceof Cancelled) throw new Cancelled()
        if (isOneOf(postFaults, error)) return 'failed'
        const failure = error instanceof CallError ? error : new CallError(null)
        this.change({ step: failure.code === 'offline' ? 'offline' : 'refused', error: failure, left: leftBefore })
        await this.turn()
      }
    }
  }

  private async bring(post: FoundPost): Promise<Outcome> {
    const photos: { id: PhotoId; alt: string }[] = []
    for (const photo of post.photos) {
      await this.turn()
      const id = await this.photoOf(photo)
      if (id) photos.push({ id, alt: photo.alt })
    }
    await this.turn()
    if (photos.length === 0) return 'failed'
    const { network, id, postedAt, caption } = post
    const audience = narrower(this.plan.audience, post.audience)
    const { isNew } = await this.doors.importPost({ origin: { network, id, postedAt }, photos, caption, audience })
    return isNew ? 'brought' : 'known'
  }

  /** The photo on the server, sent once however often its post is tried; null when it is left out. */
  private async photoOf(photo: FoundPhoto): Promise<PhotoId | null> {
    const before = this.sent.get(photo)
    if (before) return before
    try {
      const { id } = photo.entry ? await this.send(photo.entry) : await this.doors.fetchPhoto(photo.path)
      this.sent.set(photo, id)
      return id
    } catch (error) {
      if (!(error instanceof ZipError) && !isOneOf(photoFaults, error)) throw error
      const left = this.now.left.filter(({ path }) => path !== photo.path)
      this.change({ left: [...left, { path: photo.path, error: error instanceof CallError ? error : null }] })
      return null
    }
  }

  private async send(entry: ZipEntry): Promise<OwnPhoto> {
    try {
      this.upload = await this.doors.sendPhoto(await fileOf(this.plan.zip, entry))
      return await this.upload.done
    } finally {
      this.upload = null
    }
  }
}

/** @throws ZipError */
async function fileOf(zip: Slices, entry: ZipEntry): Promise<File> {
  const bytes = await readEntry(zip, entry, maxPhotoBytes)
  return new File([bytes], entry.path.slice(entry.path.lastIndexOf('/') + 1))
}
