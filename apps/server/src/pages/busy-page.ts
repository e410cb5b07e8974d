import type { ApiCall, PageRenderer, Theme } from '@pawtrait/contract/render.ts'
import type { Settings } from '#platform/settings.ts'
import { type EncodedPage, encodePage } from './page-cache.ts'

/** Renders the "busy" page in each theme. Runs at startup, because an overloaded server has no time to render. */
export async function renderBusyPages(
  { publicUrl, mode, supportContact }: Pick<Settings, 'publicUrl' | 'mode'> & { supportContact: string },
  render: PageRenderer,
): Promise<Record<Theme, EncodedPage>> {
  const call: ApiCall = () => Promise.reject(new Error('The busy page must not call the API.'))
  const failed = { status: 503, isBusy: true } as const
  const renderFor = async (theme: Theme) => {
    const instance = { publicUrl, mode, supportContact, mail: false, asksGuardian: false }
    const request = { url: '/', signedIn: false, requestId: '', theme, savesData: false, ...instance, call, failed }
    const rendered = await render(request)
    if (rendered.kind === 'redirect') throw new Error(`The busy page redirects to ${rendered.to}.`)
    return encodePage(rendered.html)
  }
  const [system, light, dark] = await Promise.all([renderFor('system'), renderFor('light'), renderFor('dark')])
  return { system, light, dark }
}
