import { useEffect, useState } from 'react'
import { type CameraProblem, openCamera } from './camera.ts'

export interface Choice {
  readonly id: string
  /** '' if the browser does not name the camera. */
  readonly name: string
}

export type CameraState =
  | { readonly is: 'off' | 'starting' }
  | { readonly is: 'trouble'; readonly problem: CameraProblem | 'ended' }
  | {
      readonly is: 'live'
      readonly track: MediaStreamTrack
      readonly used: Choice
      readonly cameras: readonly Choice[]
      readonly width: number
      readonly height: number
    }

/** The requested camera; a new object retries. null = none. */
export type CameraRequest = { readonly device: string | null } | null

/** Opens the requested camera until another is requested or the component unmounts. */
export function useCamera(video: HTMLVideoElement | null, wanted: CameraRequest): CameraState {
  const [current, setCurrent] = useState<{ wanted: CameraRequest; state: CameraState } | null>(null)
  useEffect(() => {
    if (!video || !wanted) return
    const over = new AbortController()
    const update = (state: CameraState) => {
      if (!over.signal.aborted) setCurrent({ wanted, state })
    }
    const start = async () => {
      const camera = await openCamera(video, over.signal, wanted.device)
      if ('problem' in camera) return update({ is: 'trouble', problem: camera.problem })
      // The camera was unplugged, or its permission was revoked.
      camera.track.addEventListener('ended', () => update({ is: 'trouble', problem: 'ended' }), {
        signal: over.signal,
      })
      const { deviceId = '' } = camera.track.getSettings()
      update({
        is: 'live',
        track: camera.track,
        used: { id: deviceId, name: camera.track.label },
        cameras: await allCameras(),
        width: video.videoWidth,
        height: video.videoHeight,
      })
    }
    void start()
    return () => over.abort()
  }, [video, wanted])
  if (!wanted) return { is: 'off' }
  return current?.wanted === wanted ? current.state : { is: 'starting' }
}

/** Browsers name cameras only after one was allowed. */
async function allCameras(): Promise<readonly Choice[]> {
  // Without names there is no choice to offer; the camera itself works.
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => [])
  return devices
    .filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
    .map(({ deviceId, label }) => ({ id: deviceId, name: label }))
}
