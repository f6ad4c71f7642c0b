export interface CameraRange {
  readonly min: number
  readonly max: number
  readonly step: number
}

/** null = this camera or browser cannot change it. */
export interface CameraAbilities {
  readonly torch: true | null
  readonly zoom: CameraRange | null
  readonly exposureCompensation: CameraRange | null
}

/** Settings missing from TypeScript's types, because not every engine supports them. */
export interface CameraSettings {
  readonly torch?: boolean
  readonly zoom?: number
  readonly exposureCompensation?: number
}

/** Returns which settings of a running camera can be changed. */
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

/** Returns the settings after the change; a camera may refuse it. */
export async function changeCamera(track: MediaStreamTrack, change: CameraSettings): Promise<CameraSettings> {
  // The returned settings show a refused change.
  await track.applyConstraints({ advanced: [change as MediaTrackConstraintSet] }).catch(() => undefined)
  return settingsOf(track)
}

function rangeIn(found: unknown): CameraRange | null {
  if (typeof found !== 'object' || found === null) return null
  const { min, max, step } = found as Partial<CameraRange>
  if (typeof min !== 'number' || typeof max !== 'number' || !(max > min)) return null
  return { min, max, step: step !== undefined && step > 0 ? step : (max - min) / 100 }
}
