import { limits } from '#contract/limits.ts'

/** `unsafe`: the page has no secure connection, so browsers deny camera access. */
export type CameraProblem = 'refused' | 'missing' | 'busy' | 'unsafe'
export type Camera = { readonly track: MediaStreamTrack } | { readonly problem: CameraProblem }

/** Shows a camera until `signal` aborts: the device with this id, else the rear camera, else any. */
export async function openCamera(
  video: HTMLVideoElement,
  signal: AbortSignal,
  device: string | null = null,
): Promise<Camera> {
  if (!globalThis.isSecureContext) return { problem: 'unsafe' }
  const which = device === null ? { facingMode: { ideal: 'environment' } } : { deviceId: { exact: device } }
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: {
        ...which,
        width: { ideal: limits.compressMaxSide },
        height: { ideal: 0.75 * limits.compressMaxSide },
      },
    })
    const stop = () => {
      for (const one of stream.getTracks()) one.stop()
      // Another camera may be shown by now.
      if (video.srcObject === stream) video.srcObject = null
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    video.srcObject = stream
    await video.play()
    const [track] = stream.getVideoTracks()
    return track ? { track } : { problem: 'missing' }
  } catch (error) {
    // The problem is shown to the user.
    return { problem: problemOf(error) }
  }
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}
