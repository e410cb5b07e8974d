import type { Backdrop, PetKind } from '#ui/art/portraits.ts'
import { EmptyFrame } from '#ui/art/EmptyFrame.tsx'
import { PaintedWall } from '#ui/art/PaintedWall.tsx'
import { PortraitInline, SitterInline } from '#ui/art/PortraitInline.tsx'
import { WallFrame } from '#ui/art/WallFrame.tsx'
import { useTranslate } from '#i18n/use-translate.ts'
import styles from './LandingPage.module.css'

type Hung = { kind: Exclude<PetKind, 'other'>; backdrop: Backdrop; x: number; y: number; width: number; plate: string }

const WIDE: Hung[] = [
  { kind: 'tortoise', backdrop: 'moss', x: 86, y: 150, width: 124, plate: 'Mzee' },
  { kind: 'cat', backdrop: 'dusk', x: 56, y: 424, width: 200, plate: 'Duchess' },
  { kind: 'dog', backdrop: 'marigold', x: 286, y: 196, width: 262, plate: 'Chai' },
  { kind: 'rabbit', backdrop: 'rosehip', x: 598, y: 190, width: 112, plate: 'Clover' },
]
const NARROW: Hung[] = [
  { kind: 'cat', backdrop: 'dusk', x: 18, y: 104, width: 92, plate: 'Duchess' },
  { kind: 'dog', backdrop: 'marigold', x: 128, y: 50, width: 126, plate: 'Chai' },
]

/** The hero: a wall of portraits, one empty frame, and the small dog looking up at it. */
export function LandingArt() {
  const t = useTranslate()
  return (
    <>
      <div className={`${styles.scene} from-900`}>
        <PaintedWall
          width={760}
          height={900}
          rail={{ y: 762, height: 14 }}
          keep="xMidYMax"
          label={t('landing.heroWide')}
        >
          <Frames hung={WIDE} />
          <EmptyFrame x={574} y={404} width={148} plate={t('app.yours')} />
          <ellipse className={styles.shade} cx="484" cy="852" rx="92" ry="12" />
          <SitterInline x={412} y={652} scale={1.24} />
        </PaintedWall>
      </div>
      <div className={`${styles.scene} below-900`}>
        <PaintedWall
          width={366}
          height={340}
          rail={{ y: 294, height: 6 }}
          keep="xMidYMax"
          label={t('landing.heroNarrow')}
        >
          <Frames hung={NARROW} />
          <EmptyFrame x={272} y={72} width={78} plate={t('app.yours')} />
          <ellipse className={styles.shade} cx="304" cy="322" rx="42" ry="6" />
          <SitterInline x={272} y={226} scale={0.58} />
        </PaintedWall>
      </div>
    </>
  )
}

function Frames({ hung }: { hung: Hung[] }) {
  return hung.map((frame) => (
    <WallFrame key={frame.plate} {...frame}>
      <PortraitInline kind={frame.kind} />
    </WallFrame>
  ))
}
