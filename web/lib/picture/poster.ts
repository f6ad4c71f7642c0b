import { fitted } from './fit.ts'

const posterSide = 960
const patience = 8_000
/** A browser that says nothing of its frames while nobody sees them has drawn one by then. */
const framePatience = 1_000

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
    return await drawn(video)
  } catch {
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
 * A seek has ended before its frame can be drawn, now and then in WebKit, and the canvas stays black. Asked for before
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

async function drawn(video: HTMLVideoElement): Promise<{ bytes: ArrayBuffer; type: string } | null> {
  const { width, height } = fitted(video.videoWidth, video.videoHeight, posterSide)
  if (video.videoWidth === 0) return null
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  canvas.getContext('2d')?.drawImage(video, 0, 0, width, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.8))
  return blob ? { bytes: await blob.arrayBuffer(), type: 'image/jpeg' } : null
}
