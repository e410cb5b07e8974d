import { importFaults } from '#i18n/en/by-value/archives/import-faults.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { CallError } from '#lib/server/call.ts'
import { CallFailed } from '#ui/states/CallFailed.tsx'

/** Why the server did not take an archive. */
export function ImportRefused({ error, mostMb }: { error: Error | null; mostMb: number }) {
  const t = useTranslate()
  const problem = error instanceof CallError ? error.problem : null
  const fault = importFaults[problem?.errors?.[0]?.code ?? '']
  const words = () => {
    if (fault) return t(fault)
    if (problem?.code === 'too-large') return t(phrases.imports.tooLarge, { most: mostMb })
    if (problem?.code === 'unsupported-media-type') return t(phrases.imports.notAZip)
    if (problem?.code === 'quota-reached') return t(phrases.imports.firstHour)
    return problem?.code === 'conflict' && t(phrases.imports.underWay)
  }
  return (
    <CallFailed title={t(phrases.imports.notSent)} error={error}>
      {words()}
    </CallFailed>
  )
}
