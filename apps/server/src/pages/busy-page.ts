import type { Call, Render, Theme } from '@pawtrait/contract/render.ts'
import type { Settings } from '#platform/settings.ts'
import { bytesOf, type PageBytes } from './kept-pages.ts'

/**
 * What people see who are refused because more ask than can be answered (`platform/http/load-shedding.ts`), by theme:
 * made before anybody asks, since then there is no time.
 */
export async function busyPages(
  { publicUrl, mode, supportContact }: Pick<Settings, 'publicUrl' | 'mode'> & { supportContact: string },
  render: Render,
): Promise<Record<Theme, PageBytes>> {
  const call: Call = () => Promise.reject(new Error('The page of busy times asks nobody anything.'))
  const failed = { status: 503, isBusy: true } as const
  const of = async (theme: Theme) => {
    const instance = { publicUrl, mode, supportContact, mail: false, asksGuardian: false }
    const asked = { url: '/', signedIn: false, requestId: '', theme, ...instance, call, failed }
    const rendered = await render(asked)
    if (rendered.kind === 'redirect') throw new Error(`The page of busy times leads to ${rendered.to}.`)
    return bytesOf(rendered.html)
  }
  const [system, light, dark] = await Promise.all([of('system'), of('light'), of('dark')])
  return { system, light, dark }
}
