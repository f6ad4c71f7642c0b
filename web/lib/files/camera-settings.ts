export interface CameraRange {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** null = this camera, or this browser, cannot change it. */
export interface CameraAbilities {
  readonly torch: true | null
  readonly zoom: CameraRange | null
  readonly exposureCompensation: CameraRange | null
}

/** TypeScript's own types do not have these: not every engine does. */
export interface CameraSettings {
  readonly torch?: boolean
  readonly zoom?: number
  readonly exposureCompensation?: number
}

/** What can be changed about a running camera. */
export function abilitiesOf(track: MediaStreamTrack): CameraAbilities {
  const found: Readonly<Record<string, unknown>> = { ...track.getCapabilities?.() }
  const { torch } = found
  const hasTorch = torch === true || (Array.isArray(torch) && torch.includes(true))
  return {
    torch: hasTorch || null,
    zoom: rangeIn(found.zoom),
    exposureCompensation: rangeIn(found.exposureCompensation),
  }
}

export function settingsOf(track: MediaStreamTrack): CameraSettings {
  return track.getSettings()
}

/** Returns the settings afterwards: a camera may refuse one. */
export async function changeCamera(track: MediaStreamTrack, change: CameraSettings): Promise<CameraSettings> {
  // A refused change shows in the settings.
  await track.applyConstraints({ advanced: [change as MediaTrackConstraintSet] }).catch(() => undefined)
  return settingsOf(track)
}

function rangeIn(found: unknown): CameraRange | null {
  if (typeof found !== 'object' || found === null) return null
  const { min, max, step } = found as Partial<CameraRange>
  if (typeof min !== 'number' || typeof max !== 'number' || !(max > min)) return null
  return { min, max, step: step !== undefined && step > 0 ? step : (max - min) / 100 }
}
