import type { Order } from '@pawtrait/contract/payments.ts'
import { Rosette } from '#features/premium/Rosette.tsx'
import { CardArt } from './CardArt.tsx'
import styles from './PaySheet.module.css'
import { PhoneArt } from './PhoneArt.tsx'
import type { PayView } from './view-order.ts'

/** The picture over what the sheet says; none over a form. */
export function PayArt({ view, order }: { view: PayView; order: Order | undefined }) {
  const byCard = order?.attempt?.method === 'card'
  switch (view) {
    case 'waiting':
      return <PhoneArt />
    case 'card':
      return <CardArt mood="asking" />
    case 'checking':
      return byCard ? <CardArt mood="asking" /> : <PhoneArt />
    case 'unused':
      return <CardArt mood="refused" />
    case 'ended':
      return byCard ? <CardArt mood="refused" /> : <PhoneArt failed />
    case 'paid':
      return byCard ? <CardArt mood="paid" /> : <Ribbon />
    case 'returned':
    case 'phone':
      return null
  }
}

function Ribbon() {
  return (
    <svg className={styles.art} width="120" height="120" viewBox="-75 -80 150 200" aria-hidden="true">
      <Rosette x={0} y={0} scale={1} />
    </svg>
  )
}
