import type { importPost } from '@pawtrait/contract/archives.ts'
import type { CallInput, CallOutput } from '@pawtrait/contract/endpoint.ts'
import type { PhotoId } from '@pawtrait/contract/ids.ts'
import { maxPhotoBytes, type OwnPhoto } from '@pawtrait/contract/photos/photos.ts'
import { type Audience, audiences } from '@pawtrait/contract/posts.ts'
import type { PhotoUpload } from '#features/media/upload-photo.ts'
import { CallError } from '#lib/server/call.ts'
import type { ImportablePhoto, ImportablePost } from './read-archive.ts'
import { readZipEntry, type ZipEntry, ZipError } from './zip-entries.ts'

/** Import state of a post. `known`: the post was imported earlier. */
export type PostImportState = 'sending' | 'imported' | 'known' | 'failed'

/**
 * Progress of an import. An `offline` import resumes automatically. The user must resume a `paused` or `refused`
 * import.
 */
export type ImportState = {
  step: 'running' | 'offline' | 'paused' | 'refused' | 'done'
  total: number
  outcomes: ReadonlyMap<string, PostImportState>
  /** Skipped photos. `error` is the server's error, or null if the photo could not be unpacked from the archive. */
  skippedPhotos: { path: string; error: CallError | null }[]
  error: CallError | null
}

/** Server calls that an import needs. */
export type ImportApi = {
  sendPhoto: (file: File) => Promise<PhotoUpload>
  /** Makes the server download a photo from a URL. */
  fetchPhoto: (url: string) => Promise<OwnPhoto>
  importPost: (body: CallInput<typeof importPost>['body']) => Promise<CallOutput<typeof importPost>>
}

export type ImportPlan = { posts: readonly ImportablePost[]; audience: Audience }

export type ImportControls = { pause: () => void; resume: () => void; cancel: () => void }

// After one of these errors the import skips the photo or post, and continues. Any other error pauses the import.
// `not-found`: the other network's server did not deliver the photo.
const photoFaults = [
  'not-found',
  'too-large',
  'unsupported-media-type',
  'too-many-pixels',
  'unreadable-photo',
  'picture-taken-down',
]
const postFaults = ['validation-failed', 'conflict', 'not-found', 'unreadable-photo', 'picture-taken-down']

const hasErrorCode = (codes: string[], error: unknown): error is CallError =>
  error instanceof CallError && codes.includes(error.code)

/** Returns the narrower of two audiences, so that an import never widens the audience of a post. */
export const getNarrowerAudience = (first: Audience, second: Audience): Audience =>
  audiences[Math.max(audiences.indexOf(first), audiences.indexOf(second))] ?? 'close-friends'

class Cancelled extends Error {}

/**
 * Imports posts and their photos, one post at a time. Calls `onChange` on progress. After a failure the imported posts
 * remain, and a second run of the same import skips them.
 */
export function importPosts(plan: ImportPlan, api: ImportApi, onChange: (now: ImportState) => void): ImportControls {
  const run = new PostsRun(plan, api, onChange)
  void run.all()
  return { pause: () => run.pause(), resume: () => run.resume(), cancel: () => run.cancel() }
}

class PostsRun {
  private readonly plan: ImportPlan
  private readonly api: ImportApi
  private readonly onChange: (now: ImportState) => void
  private now: ImportState
  private wake = () => {}
  private isCancelled = false
  private upload: PhotoUpload | null = null
  private readonly uploadedIds = new Map<ImportablePhoto, PhotoId>()

  constructor(plan: ImportPlan, api: ImportApi, onChange: (now: ImportState) => void) {
    this.plan = plan
    this.api = api
    this.onChange = onChange
    this.now = { step: 'running', total: plan.posts.length, outcomes: new Map(), skippedPhotos: [], error: null }
    onChange(this.now)
  }

  async all() {
    const comeOnline = () => this.now.step === 'offline' && this.resume()
    window.addEventListener('online', comeOnline)
    try {
      for (const post of this.plan.posts) {
        this.setOutcome(post, 'sending')
        this.setOutcome(post, await this.importWithRetries(post))
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

  resume() {
    if (this.now.step === 'done') return
    this.change({ step: 'running', error: null })
    this.wake()
  }

  cancel() {
    this.isCancelled = true
    this.upload?.cancel()
    this.wake()
  }

  private change(to: Partial<ImportState>) {
    this.now = { ...this.now, ...to }
    if (!this.isCancelled) this.onChange(this.now)
  }

  private setOutcome(post: ImportablePost, outcome: PostImportState) {
    this.change({ outcomes: new Map(this.now.outcomes).set(post.key, outcome) })
  }

  /** Waits until the import may continue. @throws Cancelled */
  private async waitUntilRunning() {
    while (this.now.step !== 'running' && !this.isCancelled)
      await new Promise<void>((resolve) => {
        this.wake = resolve
      })
    if (this.isCancelled) throw new Cancelled()
  }

  /**
   * Imports a post. Returns `failed` if the server refuses the post, or if all its photos were skipped. After any other
   * error, such as a lost connection, waits until the import resumes, and tries again.
   */
  private async importWithRetries(post: ImportablePost): Promise<PostImportState> {
    for (;;) {
      const skippedBefore = this.now.skippedPhotos
      try {
        return await this.importOnce(post)
      } catch (error) {
        if (this.isCancelled || error instanceof Cancelled) throw new Cancelled()
        if (hasErrorCode(postFaults, error)) return 'failed'
        const failure = error instanceof CallError ? error : new CallError(null)
        this.change({
          step: failure.code === 'offline' ? 'offline' : 'refused',
          error: failure,
          skippedPhotos: skippedBefore,
        })
        await this.waitUntilRunning()
      }
    }
  }

  private async importOnce(post: ImportablePost): Promise<PostImportState> {
    const photos: { id: PhotoId; alt: string }[] = []
    for (const photo of post.photos) {
      await this.waitUntilRunning()
      const id = await this.uploadOnce(photo)
      if (id) photos.push({ id, alt: photo.alt })
    }
    await this.waitUntilRunning()
    if (photos.length === 0) return 'failed'
    const { network, id, postedAt, caption } = post
    const audience = getNarrowerAudience(this.plan.audience, post.audience)
    const { isNew } = await this.api.importPost({ origin: { network, id, postedAt }, photos, caption, audience })
    return isNew ? 'imported' : 'known'
  }

  /**
   * Uploads a photo, or makes the server download it, only once across retries. Returns the photo's id on our server.
   * Returns null for a skipped photo.
   */
  private async uploadOnce(photo: ImportablePhoto): Promise<PhotoId | null> {
    const knownId = this.uploadedIds.get(photo)
    if (knownId) return knownId
    try {
      const { id } = photo.entry ? await this.send(photo.entry) : await this.api.fetchPhoto(photo.path)
      this.uploadedIds.set(photo, id)
      return id
    } catch (error) {
      if (!(error instanceof ZipError) && !hasErrorCode(photoFaults, error)) throw error
      const otherSkipped = this.now.skippedPhotos.filter(({ path }) => path !== photo.path)
      this.change({
        skippedPhotos: [...otherSkipped, { path: photo.path, error: error instanceof CallError ? error : null }],
      })
      return null
    }
  }

  private async send(entry: ZipEntry): Promise<OwnPhoto> {
    try {
      this.upload = await this.api.sendPhoto(await unpackFile(entry))
      return await this.upload.done
    } finally {
      this.upload = null
    }
  }
}

/** @throws ZipError */
async function unpackFile(entry: ZipEntry): Promise<File> {
  const bytes = await readZipEntry(entry, maxPhotoBytes)
  return new File([bytes], entry.path.slice(entry.path.lastIndexOf('/') + 1))
}
