import { fitted } from './fit.ts'

const posterSide = 960
/** For each step: the first video of a visit takes its time on a busy device, and nobody waits for the still. */
const patience = 20_000
/** A browser may say nothing of its frames while nobody sees them. */
const framePatience = 1_000
/** What could not be drawn is tried again. */
const retryAfter = 50

/** A still of a video drawn by this browser; null where it cannot play it. */
export async function posterOf(
  bytes: ArrayBuffer,
  type: string,
): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  const address = URL.createObjectURL(new Blob([bytes], { type }))
  const video = document.createElement('video')
  video.muted = true
  video.playsInline = true
  video.preload = 'auto'
  try {
    const frame = frameBehindStart(video)
    await seeked(video, address)
    await frame
    const canvas = await drawn(video)
    return canvas && (await asJpeg(canvas))
  } catch {
    // A video that this browser cannot play has no poster; the file is kept all the same.
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

/** A little behind the start: the very first frame is often black. */
function seeked(video: HTMLVideoElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('too slow')), patience)
    video.onerror = () => reject(new Error('not playable'))
    video.onloadeddata = () => {
      video.currentTime = Math.min(0.5, (Number.isFinite(video.duration) ? video.duration : 1) / 2)
    }
    video.onseeked = () => resolve()
    video.src = address
  })
}

/**
 * A seek has ended before its frame can be drawn, now and then in WebKit: what is drawn is one before it. Asked for before
 * the seek, since a frame that is there already is not told again; the one at the very start does not count.
 */
function frameBehindStart(video: HTMLVideoElement): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return Promise.resolve()
  return new Promise((resolve) => {
    video.addEventListener('seeked', () => setTimeout(resolve, framePatience), { once: true })
    const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      if (mediaTime > 0) resolve()
      else video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
  })
}

/**
 * A busy WebKit draws nothing at all for a while, of a video that it says can be played: the canvas stays empty, which a
 * JPEG would show as black. null = nothing came.
 */
async function drawn(video: HTMLVideoElement): Promise<HTMLCanvasElement | null> {
  if (video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  const { width, height } = fitted(video.videoWidth, video.videoHeight, posterSide)
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const until = performance.now() + patience
  while (pen && performance.now() < until) {
    pen.drawImage(video, 0, 0, width, height)
    if (!isEmpty(pen.getImageData(0, 0, width, height))) return canvas
    await new Promise((again) => setTimeout(again, retryAfter))
  }
  return null
}

function isEmpty({ data }: ImageData): boolean {
  return data.every((value) => value === 0)
}

async function asJpeg(canvas: HTMLCanvasElement): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  return blob ? { bytes: await blob.arrayBuffer(), type: 'image/jpeg' } : null
}
