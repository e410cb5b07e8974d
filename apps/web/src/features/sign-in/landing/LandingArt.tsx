import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyFrame } from '#ui/art/EmptyFrame.tsx'
import { FramedPortrait, type FramedPortraitProps } from '#ui/art/FramedPortrait.tsx'
import { InlinePortrait, InlineSittingDog } from '#ui/art/InlinePortrait.tsx'
import { PaintedWall } from '#ui/art/PaintedWall.tsx'
import styles from './LandingPage.module.css'

type Scene = {
  size: { width: number; height: number; rail: { y: number; height: number } }
  frames: Omit<FramedPortraitProps, 'children'>[]
  empty: { x: number; y: number; width: number }
  shade: { cx: number; cy: number; rx: number; ry: number }
  dog: { x: number; y: number; scale: number }
}

const WIDE: Scene = {
  size: { width: 760, height: 900, rail: { y: 762, height: 14 } },
  frames: [
    { kind: 'tortoise', backdrop: 'moss', x: 86, y: 150, width: 124, plate: 'Mzee' },
    { kind: 'cat', backdrop: 'dusk', x: 56, y: 424, width: 200, plate: 'Duchess' },
    { kind: 'dog', backdrop: 'marigold', x: 286, y: 196, width: 262, plate: 'Chai' },
    { kind: 'rabbit', backdrop: 'rosehip', x: 598, y: 190, width: 112, plate: 'Clover' },
  ],
  empty: { x: 574, y: 404, width: 148 },
  shade: { cx: 484, cy: 852, rx: 92, ry: 12 },
  dog: { x: 412, y: 652, scale: 1.24 },
}
const NARROW: Scene = {
  size: { width: 366, height: 340, rail: { y: 294, height: 6 } },
  frames: [
    { kind: 'cat', backdrop: 'dusk', x: 18, y: 104, width: 92, plate: 'Duchess' },
    { kind: 'dog', backdrop: 'marigold', x: 128, y: 50, width: 126, plate: 'Chai' },
  ],
  empty: { x: 272, y: 72, width: 78 },
  shade: { cx: 304, cy: 322, rx: 42, ry: 6 },
  dog: { x: 272, y: 226, scale: 0.58 },
}

/** Hero image with a wall of portraits, one empty frame, and a small dog that looks up at it. */
export function LandingArt() {
  const t = useTranslate()
  return (
    <>
      <GalleryWall scene={WIDE} className="from-900" label={t(phrases.landing.heroAltWide)} />
      <GalleryWall scene={NARROW} className="below-900" label={t(phrases.landing.heroAltNarrow)} />
    </>
  )
}

function GalleryWall({ scene, className, label }: { scene: Scene; className: string; label: string }) {
  const t = useTranslate()
  return (
    <div className={`${styles.scene} ${className}`}>
      <PaintedWall {...scene.size} keep="xMidYMax" label={label}>
        {scene.frames.map((frame) => (
          <FramedPortrait key={frame.plate} {...frame}>
            <InlinePortrait kind={frame.kind} />
          </FramedPortrait>
        ))}
        <EmptyFrame {...scene.empty} plate={t(phrases.app.emptyFramePlateText)} />
        <ellipse className={styles.shade} {...scene.shade} />
        <InlineSittingDog {...scene.dog} />
      </PaintedWall>
    </div>
  )
}
