/** Draws one named scene in a thread of its own. */
import { parentPort, workerData } from 'node:worker_threads'
import { render } from './camera.ts'
import { denoise } from './denoise.ts'
import { develop } from './develop.ts'
import { shots } from './shots.ts'

const { name, scale, samples } = workerData as { name: string; scale: number; samples: number }
const shot = await shots[name]?.()
if (!shot) throw new Error(`No scene called ${name}`)
const [width, height] = [Math.round(shot.size.width * scale), Math.round(shot.size.height * scale)]
const film = render(shot.scene, shot.camera, width, height, samples)
const pixels = await develop(
  denoise(film, 4),
  width,
  height,
  shot.look,
  scale < 0.5 ? { width, height } : shot.size,
)
parentPort?.postMessage({ pixels, size: scale < 0.5 ? { width, height } : shot.size })
