import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { unedited } from '@pawtrait/contract/photo-edit.ts'
import sharp, { type Sharp } from 'sharp'
import {
  framedPhoto,
  inspectPhoto,
  intermediate,
  type RenderedFile,
  writeCascade,
} from '../apps/server/src/features/media/render-photo.ts'
import { servedWidths } from '../apps/server/src/features/media/served-widths.ts'

// How near what we serve comes to the photo itself, by butteraugli (the 3-norm; 0 is the same, 1 hardly to be seen) and
// by what is left of its fine detail (Laplacian energy), over a folder of photos: `node bench/photo-quality.ts FOLDER`.
// Needs butteraugli_main (Debian: libjxl-devtools). Fails when an AVIF is further from its photo than the WebP.

type Format = RenderedFile['extension']
type Score = { photo: string; width: number; format: Format; butteraugli: number; energy: number; bytes: number }

const formats = ['jpg', 'webp', 'avif'] as const
const largestAvif = 2048
const folder = process.argv[2] ?? '../shared/photos/originals'
const work = mkdtempSync(join(tmpdir(), 'photo-quality-'))

/** Energy of the Laplacian of the grey photo, a pixel. */
async function laplacianEnergy(png: Buffer): Promise<number> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const at = (x: number, y: number) => data[(y * width + x) * channels] ?? 0
  let energy = 0
  for (let y = 1; y < height - 1; y++)
    for (let x = 1; x < width - 1; x++) {
      const edge = 4 * at(x, y) - at(x - 1, y) - at(x + 1, y) - at(x, y - 1) - at(x, y + 1)
      energy += edge * edge
    }
  return energy / (width * height)
}

function butteraugli(reference: Buffer, shown: Buffer): number {
  const [a, b] = [join(work, 'reference.png'), join(work, 'shown.png')]
  writeFileSync(a, reference)
  writeFileSync(b, shown)
  const said = execFileSync('butteraugli_main', [a, b], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  const norm = Number(/3-norm: ([\d.]+)/.exec(said)?.[1])
  if (!Number.isFinite(norm)) throw new Error(`butteraugli_main said: ${said}`)
  return norm
}

const asPng = (photo: Sharp) => photo.toColourspace('srgb').removeAlpha().png({ compressionLevel: 1 }).toBuffer()

async function scoresOf(photo: string): Promise<Score[]> {
  const bytes = readFileSync(join(folder, photo))
  const { size, colours } = await inspectPhoto(bytes)
  const widths = servedWidths(size).filter((width) => width <= largestAvif)
  const largest = await intermediate(framedPhoto(bytes, size, unedited, colours), Math.max(...widths))
  const files = await writeCascade(
    largest,
    widths.map((width) => ({ width, formats })),
    colours,
    work,
  )
  const scores: Score[] = []
  for (const width of widths) {
    const reference = await asPng(sharp(bytes).autoOrient().resize({ width }))
    const energy = await laplacianEnergy(reference)
    for (const { file, extension: format } of files.filter((each) => each.width === width)) {
      const shown = await asPng(sharp(file))
      scores.push({
        photo,
        width,
        format,
        butteraugli: butteraugli(reference, shown),
        energy: (await laplacianEnergy(shown)) / energy,
        bytes: statSync(file).size,
      })
    }
  }
  return scores
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Widths of the ladder by name; every photo's own width stands apart. */
const stepOf = ({ width }: Score) => ([320, 640, 1080, 2048].includes(width) ? `${width} px` : 'own width')

function row(step: string, format: Format, scores: Score[]): string {
  const of = scores.filter((score) => score.format === format && stepOf(score) === step)
  const distance = of.map((score) => score.butteraugli)
  const cells = [
    step,
    format,
    of.length,
    mean(distance).toFixed(2),
    Math.max(...distance).toFixed(2),
    `${(100 * mean(of.map(({ energy }) => energy))).toFixed(0)} %`,
    `${(mean(of.map(({ bytes }) => bytes)) / 1024).toFixed(0)} KB`,
  ]
  return `| ${cells.join(' | ')} |`
}

async function main() {
  const photos = readdirSync(folder).filter((name) => /\.(jpe?g|png)$/i.test(name))
  if (photos.length < 10) throw new Error(`${folder} holds ${photos.length} photos: too few to say anything`)
  const scores: Score[] = []
  for (const photo of photos) scores.push(...(await scoresOf(photo)))
  rmSync(work, { recursive: true })
  const lines = ['| width | format | photos | mean | worst | energy | bytes |', '|---|---|---|---|---|---|---|']
  for (const step of ['320 px', '640 px', '1080 px', '2048 px', 'own width'])
    for (const format of formats)
      if (scores.some((score) => stepOf(score) === step)) lines.push(row(step, format, scores))
  process.stdout.write(`${lines.join('\n')}\n`)
  const further = scores.filter(
    (avif) =>
      avif.format === 'avif' &&
      scores.some(
        (webp) =>
          webp.format === 'webp' &&
          webp.photo === avif.photo &&
          webp.width === avif.width &&
          webp.butteraugli < avif.butteraugli,
      ),
  )
  process.stdout.write(
    `AVIF further from its photo than the WebP: ${further.length} of ${scores.length / formats.length}\n`,
  )
  for (const { photo, width } of further) process.stdout.write(`  ${photo} at ${width} px\n`)
  if (further.length > 0) process.exitCode = 1
}

await main()
