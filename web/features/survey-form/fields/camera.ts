import type { MessageKey } from '#contract/messages/catalogue.ts'

export type Camera = { readonly track: MediaStreamTrack } | { readonly problem: MessageKey }

/** Shows the camera at the back of a phone, or the only one there is, until the signal. */
export async function openCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<Camera> {
  try {
    const stream = await navigator.mediaDevices.getUserMedia({
      audio: false,
      video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 960 } },
    })
    const stop = () => {
      for (const one of stream.getTracks()) one.stop()
      video.srcObject = null
    }
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop)
    video.srcObject = stream
    await video.play()
    const [track] = stream.getVideoTracks()
    return track ? { track } : { problem: 'media.noCamera' }
  } catch (error) {
    const busy = error instanceof DOMException && ['NotReadableError', 'AbortError'].includes(error.name)
    return { problem: busy ? 'fields.cameraBusy' : 'media.noCamera' }
  }
}
