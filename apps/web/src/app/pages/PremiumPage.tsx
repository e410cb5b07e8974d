import { PlanCard } from '#features/premium/PlanCard.tsx'
import { PlanFacts } from '#features/premium/PlanFacts.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import { Content } from '../Content.tsx'
import { loadsForUser } from '../page.ts'
import { TopBar } from '../TopBar.tsx'

export const loader = loadsForUser(({ t }) => ({
  head: { title: t('app.pageTitle', { page: t('premium.premium') }), hidden: true },
}))

/** `/dashboard/premium` */
export function PremiumPage() {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t('premium.premium')} titled />
      <Content>
        <PlanCard />
        <PlanFacts />
      </Content>
    </>
  )
}
