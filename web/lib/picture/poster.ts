import { fitSize } from './fit.ts'

const posterSide = 960
/** Milliseconds per step; generous, since nothing waits for the poster. */
const stepTimeout = 20_000
/** Milliseconds; a browser may not report frames of a hidden page. */
const frameTimeout = 1_000
/** Milliseconds until drawing is retried. */
const retryAfter = 50

/** Returns a poster frame of a video; null if this browser cannot play it. */
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
    // The video has no poster; the file is stored anyway.
    return null
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(address)
  }
}

/** Seeks a little past the start: the first frame is often black. */
function seeked(video: HTMLVideoElement, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('too slow')), stepTimeout)
    video.onerror = () => reject(new Error('not playable'))
    video.onloadeddata = () => {
      video.currentTime = Math.min(0.5, (Number.isFinite(video.duration) ? video.duration : 1) / 2)
    }
    video.onseeked = () => resolve()
    video.src = address
  })
}

/**
 * Waits for a frame after the start. WebKit may report a seek before its frame can be drawn. Subscribe before
 * seeking, because a frame that is already presented is not reported again.
 */
function frameBehindStart(video: HTMLVideoElement): Promise<void> {
  if (!('requestVideoFrameCallback' in video)) return Promise.resolve()
  return new Promise((resolve) => {
    video.addEventListener('seeked', () => setTimeout(resolve, frameTimeout), { once: true })
    const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
      if (mediaTime > 0) resolve()
      else video.requestVideoFrameCallback(look)
    }
    video.requestVideoFrameCallback(look)
  })
}

/**
 * Draws the frame; null if the canvas stays empty. A busy WebKit draws nothing for a while, which a JPEG
 * would show as black.
 */
async function drawn(video: HTMLVideoElement): Promise<HTMLCanvasElement | null> {
  if (video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  const { width, height } = fitSize(video.videoWidth, video.videoHeight, posterSide)
  canvas.width = width
  canvas.height = height
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  const until = performance.now() + stepTimeout
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
