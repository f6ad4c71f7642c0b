/**
 * Draws the photos of the sample survey: scenes of our own, lit by following rays of light, so that no
 * camera and nobody's licence is needed. `node scripts/make-sample-photos.ts [--draft] [names…]`
 */
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import sharp, { type Sharp } from 'sharp'
import { shots } from './sample-photos/shots.ts'

setPriority(15)
const folder = join(import.meta.dirname, '../server/features/sample/photos')
const draft = process.argv.includes('--draft')
const asked = process.argv.slice(2).filter((one) => !one.startsWith('--'))
const names = asked.length > 0 ? asked : Object.keys(shots)
/** The first was taken at 9:12, the others minutes later. */
const minutes = (name: string) => 12 + Object.keys(shots).indexOf(name) * 17

async function upTo(bytes: number, picture: Sharp): Promise<Buffer> {
  for (let quality = 78; ; quality -= 4) {
    const jpeg = await picture.clone().jpeg({ quality, mozjpeg: true }).toBuffer()
    if (jpeg.length <= bytes || quality < 50) return jpeg
  }
}

async function draw(name: string): Promise<void> {
  const started = performance.now()
  const workerData = draft ? { name, scale: 0.25, samples: 8 } : { name, scale: 0.7, samples: 10 }
  const worker = new Worker(new URL('./sample-photos/run.ts', import.meta.url), { workerData })
  const { pixels, size } = await new Promise<{ pixels: Uint8Array; size: { width: number; height: number } }>(
    (done, failed) => {
      worker.once('message', done)
      worker.once('error', failed)
    },
  )
  const clock = new Date(Date.UTC(2026, 3, 14, 9, minutes(name), 31)).toISOString()
  const picture = sharp(pixels, { raw: { ...size, channels: 3 } }).withExif({
    IFD0: { ImageDescription: 'Drawn by a program for the sample survey', Software: 'Fieldbook' },
    IFD2: {
      DateTimeOriginal: clock.slice(0, 19).replaceAll('-', ':').replace('T', ' '),
      OffsetTimeOriginal: '-04:00',
    },
  })
  const jpeg = await upTo(350 * 1024, picture)
  const path = draft ? join('/tmp', `${name}.jpg`) : join(folder, `${name}.jpg`)
  await writeFile(path, jpeg)
  console.log(
    `${path}: ${Math.round(jpeg.length / 1024)} KB in ${Math.round((performance.now() - started) / 1000)} s`,
  )
}

const queue = [...names]
async function drawOn(): Promise<void> {
  for (let name = queue.shift(); name; name = queue.shift()) await draw(name)
}
await Promise.all([drawOn(), drawOn()])
