import { onTestFinished, vi } from 'vitest'

/**
 * Fakes the methods of `XMLHttpRequest`, which uploads photos. The request that creates an upload succeeds immediately.
 * Returns a list with one function for each started upload. To complete an upload, call its function with the id of the
 * photo.
 */
export function fakeUploads(): ((photo: string) => void)[] {
  const files: ((photo: string) => void)[] = []
  const methods = new WeakMap<XMLHttpRequest, string>()
  const { prototype } = XMLHttpRequest
  const spies = [
    vi.spyOn(prototype, 'open').mockImplementation(function (this: XMLHttpRequest, method: string) {
      methods.set(this, method)
    }),
    vi.spyOn(prototype, 'setRequestHeader').mockImplementation(() => {}),
    vi.spyOn(prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
      const answer = (status: number, headers: Record<string, string>) => {
        const getResponseHeader = (name: string) => headers[name.toLowerCase()] ?? null
        Object.defineProperties(this, { status: { value: status }, getResponseHeader: { value: getResponseHeader } })
        this.onload?.(new ProgressEvent('load'))
      }
      if (methods.get(this) === 'POST') answer(201, { location: '/api/uploads/1' })
      else files.push((photo) => answer(204, { 'upload-offset': String((body as Blob).size), 'photo-id': photo }))
    }),
  ]
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()))
  return files
}
