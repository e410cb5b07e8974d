import type { Order } from '@pawtrait/contract/payments/payments.ts'
import { Rosette } from '#features/premium/Rosette.tsx'
import { PawShape } from '#ui/art/PawShape.tsx'
import styles from './PaySheet.module.css'
import type { PayView } from './pay-view.ts'

/** Drawing above the text of the pay sheet. Renders nothing for views with a form. */
export function PayIllustration({ view, order }: { view: PayView; order: Order | undefined }) {
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

/** Drawing of a bank card that the bank checks, accepts or refuses. */
function CardArt({ mood }: { mood: 'asking' | 'paid' | 'refused' }) {
  return (
    <svg className={styles.art} width="152" height="100" viewBox="0 0 190 124" aria-hidden="true">
      <rect className={styles.shade} x="6" y="10" width="170" height="108" rx="16" />
      <rect className={styles.plastic} width="170" height="108" rx="16" />
      <rect className={styles.stripe} y="22" width="170" height="20" />
      <rect className={styles.chip} x="16" y="58" width="34" height="26" rx="6" />
      <g className={styles.paw} transform="translate(122 66) scale(1.25)">
        <PawShape />
      </g>
      <circle className={styles.rim} cx="164" cy="98" r="24" />
      <circle className={styles[mood]} cx="164" cy="98" r="20" />
      {mood === 'asking' ? (
        <g className={styles.mark}>
          {[157, 164, 171].map((x) => (
            <circle key={x} cx={x} cy="98" r="2.2" />
          ))}
        </g>
      ) : (
        <path className={styles.line} d={mood === 'paid' ? 'm155 98 6 6 12-12' : 'm157 91 14 14m0-14-14 14'} />
      )}
    </svg>
  )
}

/** Drawing of a phone that asks for a PIN, or that shows a failed prompt. */
function PhoneArt({ failed = false }: { failed?: boolean }) {
  return (
    <svg className={styles.art} width="106" height="120" viewBox="0 0 132 150" aria-hidden="true">
      <rect className={styles.shell} x="26" y="4" width="80" height="142" rx="18" />
      <rect className={styles.screen} x="32" y="12" width="68" height="126" rx="11" />
      {failed ? <FailureArt /> : <Question />}
    </svg>
  )
}

function Question() {
  return (
    <>
      <rect className={styles.question} x="38" y="52" width="56" height="50" rx="8" />
      <rect className={styles.words} x="45" y="60" width="34" height="5" rx="2.5" />
      <g className={styles.pin}>
        {[51, 61, 71, 81].map((x) => (
          <circle key={x} cx={x} cy="79" r="4" />
        ))}
      </g>
      <rect className={styles.send} x="68" y="90" width="18" height="6" rx="3" />
    </>
  )
}

function FailureArt() {
  return (
    <>
      <circle className={styles.refused} cx="66" cy="75" r="15" />
      <path className={styles.line} d="M66 68v8m0 6v.1" />
    </>
  )
}
