import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { likenessOf } from '../apps/server/src/features/media/blocked/likeness.ts'
import { everyWayUp, MOST_DIFFERENT } from '../apps/server/src/features/media/blocked/likeness-waves.ts'

// In how many digits the likeness of a photo differs from that of a copy that was changed, and from those of other
// photos, over a folder: `node bench/photo-likeness.ts FOLDER`. Fails when two different photos would be taken for one.

const folder = process.argv[2] ?? '../shared/photos/originals'

type Subject = { name: string; png: Buffer; width: number; height: number; likeness: string }

const differing = (one: string, other: string) =>
  Math.min(...everyWayUp(one).map((way) => Array.from(way).filter((digit, at) => digit !== other[at]).length))

/** Cut by these shares of its sides. */
const cut = ({ png, width, height }: Subject, left: number, top: number, right: number, bottom: number): Sharp => {
  const at = { left: Math.round(width * left), top: Math.round(height * top) }
  const to = { right: Math.floor(width * (1 - right)), bottom: Math.floor(height * (1 - bottom)) }
  return sharp(png).extract({ ...at, width: to.right - at.left, height: to.bottom - at.top })
}

function worded({ png, width, height }: Subject, strip: string): Sharp {
  const high = Math.round(height / 10)
  const words = `<text x="10" y="${high * 0.7}" font-size="${high * 0.6}" fill="#fff">look at this dog</text>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${high}">${strip}${words}</svg>`
  return sharp(png).composite([{ input: Buffer.from(svg), left: 0, top: height - high }])
}

const changes: Record<string, (photo: Subject) => Sharp> = {
  'JPEG at quality 40': ({ png }) => sharp(png).jpeg({ quality: 40 }),
  'half as wide': ({ png, width }) => sharp(png).resize(Math.round(width / 2)),
  '320 px at quality 40': ({ png }) => sharp(png).resize(320).jpeg({ quality: 40 }),
  '10 % brighter': ({ png }) => sharp(png).linear(1.1, 0),
  '10 % darker': ({ png }) => sharp(png).linear(0.9, 0),
  grey: ({ png }) => sharp(png).greyscale(),
  mirrored: ({ png }) => sharp(png).flop(),
  'turned by 90°': ({ png }) => sharp(png).rotate(90),
  'words over it': (photo) => worded(photo, ''),
  'a black strip with words': (photo) => worded(photo, '<rect width="100%" height="100%"/>'),
  'cut by 2.5 % at each side': (photo) => cut(photo, 0.025, 0.025, 0.025, 0.025),
  'the same, brighter, quality 60': (photo) =>
    cut(photo, 0.025, 0.025, 0.025, 0.025).linear(1.1, 5).jpeg({ quality: 60 }),
  'cut by 5 % at one side': (photo) => cut(photo, 0.05, 0, 0, 0),
  'cut by 5 % at one corner': (photo) => cut(photo, 0.05, 0.05, 0, 0),
  'cut by 5 % at each side': (photo) => cut(photo, 0.05, 0.05, 0.05, 0.05),
}

/** As large as photos are when the decoder looks; undefined for one that is too plain. */
async function subjectOf(name: string): Promise<Subject | undefined> {
  const upright = sharp(readFileSync(join(folder, name)))
    .autoOrient()
    .flatten({ background: '#fff' })
  const small = upright.toColourspace('srgb').resize({ width: 1080, withoutEnlargement: true })
  const { data: png, info } = await small.png({ compressionLevel: 0 }).toBuffer({ resolveWithObject: true })
  const likeness = await likenessOf(png)
  return likeness === null ? undefined : { name, png, width: info.width, height: info.height, likeness }
}

const found = await Promise.all(
  readdirSync(folder)
    .filter((name) => /\.(jpe?g|png|webp|avif)$/.test(name))
    .map(subjectOf),
)
const photos = found.filter((photo) => photo !== undefined)
console.log(`${photos.length} photos, ${found.length - photos.length} too plain`)

for (const [name, change] of Object.entries(changes)) {
  const counts: number[] = []
  for (const photo of photos) {
    const likeness = await likenessOf(await change(photo).toBuffer())
    counts.push(likeness === null ? photo.likeness.length : differing(photo.likeness, likeness))
  }
  counts.sort((a, b) => a - b)
  const at = (share: number) => String(counts[Math.floor(counts.length * share)]).padStart(3)
  const known = counts.filter((count) => count <= MOST_DIFFERENT).length
  console.log(`${name.padEnd(32)} median ${at(0.5)}, 9 of 10 ${at(0.9)}, most ${counts.at(-1)}; known ${known}`)
}

const pairs = photos.flatMap((one, at) =>
  photos.slice(0, at).map((other) => ({ count: differing(one.likeness, other.likeness), of: [one.name, other.name] })),
)
pairs.sort((a, b) => a.count - b.count)
const nearest = pairs.slice(0, 5).map(({ count, of }) => `${count} ${of.join(' and ')}`)
console.log(`${pairs.length} pairs of different photos; the nearest: ${nearest.join(', ')}`)
if (pairs.some(({ count }) => count <= MOST_DIFFERENT)) process.exitCode = 1
