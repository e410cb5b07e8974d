import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { EmptyFrame } from '#ui/art/EmptyFrame.tsx'
import { FramedPortrait, type FramedPortraitProps } from '#ui/art/FramedPortrait.tsx'
import { InlineLetter, InlinePortrait } from '#ui/art/InlinePortrait.tsx'
import { PaintedWall } from '#ui/art/PaintedWall.tsx'
import { SittingDog } from '#ui/art/SittingDog.tsx'

/**
 * Scene of the illustration. `slowly`: log-ins are paused after too many tries. `failed`: the log-in failed. `code`: a
 * code was mailed.
 */
export type AuthScene = 'sign-up' | 'log-in' | 'slowly' | 'failed' | 'code'

type Scene = {
  frames: Omit<FramedPortraitProps, 'children'>[]
  empty?: { x: number; y: number; width: number }
  dog?: { x: number; y: number; scale: number }
  letter?: string
}

const WIDE: Record<AuthScene, Scene> = {
  'sign-up': {
    frames: [
      { kind: 'rabbit', backdrop: 'rosehip', x: 80, y: 150, width: 170, plate: 'Clover' },
      { kind: 'bird', backdrop: 'dusk', x: 430, y: 110, width: 190, plate: 'Pip' },
      { kind: 'small-and-furry', backdrop: 'plum', x: 500, y: 440, width: 140, plate: 'Nugget' },
    ],
    empty: { x: 196, y: 420, width: 250 },
  },
  'log-in': {
    frames: [{ kind: 'cat', backdrop: 'dusk', x: 190, y: 220, width: 330, plate: 'Duchess' }],
    dog: { x: 470, y: 650, scale: 1.25 },
  },
  slowly: { frames: [{ kind: 'tortoise', backdrop: 'moss', x: 166, y: 180, width: 388, plate: 'Mzee' }] },
  failed: { frames: [], empty: { x: 226, y: 190, width: 268 }, dog: { x: 300, y: 602, scale: 1.18 } },
  code: {
    frames: [{ kind: 'bird', backdrop: 'dusk', x: 176, y: 170, width: 368, plate: 'Pip' }],
    letter: 'translate(250 560) rotate(-5) scale(1.9)',
  },
}

const NARROW: Record<AuthScene, Scene> = {
  'sign-up': {
    frames: [
      { kind: 'rabbit', backdrop: 'rosehip', x: 56, y: 52, width: 60 },
      { kind: 'bird', backdrop: 'dusk', x: 274, y: 46, width: 62 },
    ],
    empty: { x: 150, y: 36, width: 84 },
  },
  'log-in': {
    frames: [
      { kind: 'cat', backdrop: 'dusk', x: 152, y: 43, width: 80 },
      { kind: 'tortoise', backdrop: 'moss', x: 58, y: 50, width: 52 },
    ],
    dog: { x: 262, y: 92, scale: 0.36 },
  },
  slowly: { frames: [{ kind: 'tortoise', backdrop: 'moss', x: 148, y: 44, width: 94 }] },
  failed: { frames: [], empty: { x: 142, y: 38, width: 80 }, dog: { x: 258, y: 92, scale: 0.36 } },
  code: {
    frames: [{ kind: 'bird', backdrop: 'dusk', x: 146, y: 42, width: 92 }],
    letter: 'translate(210 100) rotate(-6) scale(.62)',
  },
}

/**
 * Illustration beside the form. `inline` puts its portraits into the HTML, so that the first illustration needs no
 * request. Other illustrations load their portraits when they are shown.
 */
export function AuthArt({ scene, inline = false }: { scene: AuthScene; inline?: boolean }) {
  return (
    <>
      <PaintedWall width={720} height={900} rail={{ y: 776, height: 14 }} keep="xMidYMid" className="from-900">
        <SceneOf scene={WIDE[scene]} inline={inline} />
      </PaintedWall>
      <PaintedWall width={390} height={140} top={22} rail={{ y: 145, height: 6 }} keep="xMidYMax" className="below-900">
        <SceneOf scene={NARROW[scene]} inline={inline} />
      </PaintedWall>
    </>
  )
}

function SceneOf({ scene, inline }: { scene: Scene; inline: boolean }) {
  const t = useTranslate()
  return (
    <>
      {scene.frames.map((frame) => (
        <FramedPortrait key={frame.kind} {...frame}>
          {inline ? <InlinePortrait kind={frame.kind} /> : undefined}
        </FramedPortrait>
      ))}
      {scene.empty && <EmptyFrame {...scene.empty} plate={t(phrases.app.emptyFramePlateText)} />}
      {scene.dog && <SittingDog {...scene.dog} />}
      {scene.letter && <InlineLetter transform={scene.letter} />}
    </>
  )
}
